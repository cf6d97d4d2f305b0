import type { BreakerState } from '@countersign/contract';
import type { TokenAsked } from '@countersign/control-plane';
import type { Meter } from '@opentelemetry/api';
import type { CallFacts } from './call-facts.ts';

/** What is looked up when somebody asks for figures. */
export type Observed = {
  readonly breakers: () => Iterable<{ readonly source: string; readonly state: BreakerState }>;
  readonly viewers: () => number;
  readonly approvalsPending: () => number;
  readonly logPosition: () => number;
};

/** P6: every figure that is counted while things happen. Labels are names of ours: nobody else chooses how many there are. */
export type Figures = {
  callSubmitted(risk: string): void;
  callEnded(facts: CallFacts): void;
  approvalEnded(waitedMs: number, decision: string): void;
  tokenAsked(report: TokenAsked): void;
  executionsRunning(change: 1 | -1): void;
  requestAnswered(endpoint: string, status: number, durationMs: number): void;
};

const breakerNumbers = { closed: 0, half_open: 1, open: 2 } as const satisfies Record<BreakerState, number>;

export function createFigures(meter: Meter): Figures {
  const executions = meter.createCounter('tool_executions_total', {
    description: 'Tool calls that came to their end, by how they ended',
  });
  const durations = meter.createHistogram('tool_execution_duration_ms', {
    description: 'How long tools ran, without the time that calls waited for a person',
  });
  const errors = meter.createCounter('tool_execution_errors', {
    description: 'Tool calls that did not end well, by what was wrong',
  });
  const exchanges = meter.createHistogram('token_exchange_duration_ms', {
    description: 'How long identity providers took to answer for a token; kept ones are not counted',
  });
  const submissions = meter.createCounter('tool_calls_submitted_total', {
    description: 'Tool calls that were asked for',
  });
  const waits = meter.createHistogram('approval_wait_seconds', {
    description: 'How long calls waited for a person, by how that ended',
  });
  const running = meter.createUpDownCounter('tool_executions_running', {
    description: 'Tool calls that this process runs now',
  });
  const requests = meter.createCounter('http_requests_total', { description: 'Requests that were answered' });
  const latencies = meter.createHistogram('http_request_duration_ms', {
    description: 'How long answers took, with the time that callers chose to wait',
  });
  return {
    callSubmitted: (risk) => submissions.add(1, { risk }),
    callEnded({ tool, source, status, errorCode, executionMs }) {
      executions.add(1, { tool, source, status });
      if (executionMs !== null) durations.record(executionMs, { tool, source });
      if (errorCode !== null) errors.add(1, { error_code: errorCode, source });
    },
    approvalEnded: (waitedMs, decision) => waits.record(waitedMs / 1000, { decision }),
    tokenAsked: ({ durationMs, grant, outcome }) => exchanges.record(durationMs, { grant, outcome }),
    executionsRunning: (change) => running.add(change),
    requestAnswered(endpoint, status, durationMs) {
      requests.add(1, { endpoint, status });
      latencies.record(durationMs, { endpoint });
    },
  };
}

/** Figures that are read off when somebody asks. */
export function observe(meter: Meter, { breakers, viewers, approvalsPending, logPosition }: Observed): void {
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
  gauge('stream_viewers', 'Streams and sockets that are open here', viewers);
  gauge('event_log_position', 'Number of the newest event that this process has heard of', logPosition);
}
