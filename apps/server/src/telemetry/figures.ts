import type { BreakerState } from '@countersign/contract';
import type { TokenAsked } from '@countersign/control-plane';
import type { Meter } from '@opentelemetry/api';
import type { CallFacts } from './call-facts.ts';
import type { FigureProducer } from './figure-producer.ts';

/** What is looked up when somebody asks for figures. */
export type Observed = {
  readonly breakers: () => Iterable<{ readonly source: string; readonly state: BreakerState }>;
  readonly viewers: () => number;
  readonly approvalsPending: () => number;
  readonly executionsRunning: () => number;
  readonly runsWorkedOn: () => number;
  readonly logPosition: () => number;
};

/** P6: every figure that is counted while things happen. Labels are names of ours: nobody else chooses how many there are. */
export type Figures = {
  callSubmitted(risk: string): void;
  callEnded(facts: CallFacts): void;
  approvalEnded(waitedMs: number, decision: string): void;
  tokenAsked(report: TokenAsked): void;
  requestAnswered(endpoint: string, status: number, durationMs: number): void;
  modelAnswered(model: string, tokens: { readonly input: number; readonly output: number }): void;
  runEnded(model: string, status: string): void;
};

const breakerNumbers = { closed: 0, half_open: 1, open: 2 } as const satisfies Record<BreakerState, number>;

const durationsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];
const waitsSeconds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];

export function createFigures(producer: FigureProducer): Figures {
  const executions = producer.counter('tool_executions_total', 'Tool calls that came to their end, by how they ended', [
    'tool',
    'source',
    'status',
  ]);
  const durations = producer.histogram(
    'tool_execution_duration_ms',
    'How long tools ran, without the time that calls waited for a person',
    ['tool', 'source'],
    durationsMs,
  );
  const errors = producer.counter('tool_execution_errors', 'Tool calls that did not end well, by what was wrong', [
    'error_code',
    'source',
  ]);
  const exchanges = producer.histogram(
    'token_exchange_duration_ms',
    'How long identity providers took to answer for a token; kept ones are not counted',
    ['grant', 'outcome'],
    durationsMs,
  );
  const submissions = producer.counter('tool_calls_submitted_total', 'Tool calls that were asked for', ['risk']);
  const waits = producer.histogram(
    'approval_wait_seconds',
    'How long calls waited for a person, by how that ended',
    ['decision'],
    waitsSeconds,
  );
  const requests = producer.counter('http_requests_total', 'Requests that were answered', ['endpoint', 'status']);
  const latencies = producer.histogram(
    'http_request_duration_ms',
    'How long answers took, with the time that callers chose to wait',
    ['endpoint'],
    durationsMs,
  );
  const runs = producer.counter('runs_ended_total', 'Runs of the agent that came to their end, by how they ended', [
    'model',
    'status',
  ]);
  const steps = producer.counter('run_turns_total', 'Steps that models took', ['model']);
  const tokens = producer.counter('model_tokens_total', 'Tokens, as the provider counts them', ['model', 'direction']);
  return {
    callSubmitted(risk) {
      submissions.at(risk).value += 1;
    },
    callEnded({ tool, source, status, errorCode, executionMs }) {
      executions.at(tool, source, status).value += 1;
      if (executionMs !== null) durations.at(tool, source).record(executionMs);
      if (errorCode !== null) errors.at(errorCode, source).value += 1;
    },
    approvalEnded: (waitedMs, decision) => waits.at(decision).record(waitedMs / 1000),
    tokenAsked: ({ durationMs, grant, outcome }) => exchanges.at(grant, outcome).record(durationMs),
    requestAnswered(endpoint, status, durationMs) {
      requests.at(endpoint, status).value += 1;
      latencies.at(endpoint).record(durationMs);
    },
    modelAnswered(model, { input, output }) {
      steps.at(model).value += 1;
      tokens.at(model, 'input').value += input;
      tokens.at(model, 'output').value += output;
    },
    runEnded(model, status) {
      runs.at(model, status).value += 1;
    },
  };
}

/** Figures that are read off when somebody asks. */
export function observe(
  meter: Meter,
  { breakers, viewers, approvalsPending, executionsRunning, runsWorkedOn, logPosition }: Observed,
): void {
  const gauge = (name: string, description: string, read: () => number): void =>
    meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read()));
  meter
    .createObservableGauge('circuit_breaker_state', {
      description: 'Whether calls to a source are tried: 0 closed (yes), 1 half open (some), 2 open (no)',
    })
    .addCallback((result) => {
      for (const { source, state } of breakers()) result.observe(breakerNumbers[state], { source });
    });
  gauge('approvals_pending', 'Calls that wait for a person', approvalsPending);
  gauge('tool_executions_running', 'Tool calls that this process runs now', executionsRunning);
  gauge('runs_worked_on', 'Runs of the agent that this process works on now', runsWorkedOn);
  gauge('stream_viewers', 'Streams and sockets that are open here', viewers);
  gauge('event_log_position', 'Number of the newest event that this process has heard of', logPosition);
}
