import { newId } from '@countersign/contract';
import type { ControlPlane, FeedEvent } from '@countersign/control-plane';
import { aState, aToolCall } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { describe, expect, it } from 'vitest';
import { CallRecorder } from './call-recorder.ts';
import { FigureProducer } from './figure-producer.ts';
import { createFigures, observe } from './figures.ts';
import { telemetryLimits } from './limits.ts';
import { passedOnTraces } from './passed-on-traces.ts';
import { PrometheusReader } from './prometheus-text.ts';
import { TraceMemory } from './trace-memory.ts';

async function open(pendingCalls: readonly string[] = []) {
  let tell: (events: readonly FeedEvent[]) => void = () => undefined;
  let seq = 0;
  const plane = {
    store: {
      subscribe: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
      listProjects: async () => [{ id: newId() }],
      listApprovals: async () => ({
        items: pendingCalls.map((callId) => ({ approval: { callId } })),
        nextCursor: null,
      }),
    },
    tools: { find: (name: string) => (name.startsWith('made_up') ? null : { definition: { name } }) },
  } as unknown as ControlPlane;
  const producer = new FigureProducer();
  const reader = new PrometheusReader(producer);
  const meter = new MeterProvider({ readers: [reader] }).getMeter('test');
  const memory = new TraceMemory();
  const figures = createFigures(producer);
  const recorder = new CallRecorder({
    plane,
    figures,
    tracing: passedOnTraces(memory),
    memory,
    onError: (error) => {
      throw error;
    },
  });
  observe(meter, {
    breakers: () => [
      { source: 'a', state: 'closed' },
      { source: 'b', state: 'half_open' },
      { source: 'c', state: 'open' },
    ],
    viewers: () => 3,
    approvalsPending: () => recorder.approvalsPending,
    executionsRunning: () => 0,
    runsWorkedOn: () => 0,
    logPosition: () => recorder.position,
  });
  await recorder.close();
  const hear = (
    type: FeedEvent['type'],
    subject: ToolCall,
    at: number,
    data: FeedEvent['data'] = {},
    isOurs = true,
  ) => {
    seq += 1;
    tell([
      { seq, type, subjectId: subject.id, at, data, ...(isOurs ? { call: subject } : {}) } as unknown as FeedEvent,
    ]);
  };
  const figure = async (line: string) => {
    const text = await reader.text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  };
  return { hear, figure, figures, text: () => reader.text() };
}

const start = Date.UTC(2026, 0, 1);

describe('figures', () => {
  it('have the names that are known, and are what Prometheus can read [P6]', async () => {
    const { hear, figure, figures, text } = await open();
    hear('tool_call.completed', aToolCall({ state: aState.completed() }), start);
    hear('tool_call.failed', aToolCall({ state: aState.failed() }), start);
    figures.tokenAsked({ grant: 'token_exchange', provider: 'x', audience: null, outcome: 'granted', durationMs: 7 });
    expect(await figure('tool_executions_total{tool="write_file",source="builtin",status="completed"}')).toBe(1);
    expect(await figure('tool_executions_total{tool="write_file",source="builtin",status="failed"}')).toBe(1);
    expect(await figure('tool_execution_errors{error_code="tool_exec",source="builtin"}')).toBe(1);
    expect(await figure('tool_execution_duration_ms_count{tool="write_file",source="builtin"}')).toBe(2);
    expect(await figure('tool_execution_duration_ms_bucket{tool="write_file",source="builtin",le="500"}')).toBe(0);
    expect(await figure('tool_execution_duration_ms_bucket{tool="write_file",source="builtin",le="1000"}')).toBe(2);
    expect(await figure('token_exchange_duration_ms_sum{grant="token_exchange",outcome="granted"}')).toBe(7);
    expect(await Promise.all(['a', 'b', 'c'].map((each) => figure(`circuit_breaker_state{source="${each}"}`)))).toEqual(
      [0, 1, 2],
    );
    expect(await figure('stream_viewers')).toBe(3);
    expect(await figure('event_log_position')).toBe(2);
    const lines = (await text()).trimEnd().split('\n');
    expect(lines).toContain('# TYPE tool_execution_errors counter');
    expect(lines).toContain('# TYPE tool_executions_total counter');
    expect(lines.join('\n')).not.toMatch(/_total_total|tool_execution_errors_total/);
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"\n]*",?)+\})? (\d|[+-]?Inf|NaN)[\d.e+-]*)$/,
      );
  });

  it('count a call once, by whoever ended it [P6]', async () => {
    const { hear, figure } = await open();
    const call = aToolCall({ state: aState.completed() });
    hear('tool_call.completed', call, start, {}, false);
    hear('tool_call.lost', aToolCall({ id: call.id, state: aState.unknown() }), start);
    hear('tool_call.completed', call, start, { late: true });
    expect(await figure('tool_executions_total{tool="write_file",source="builtin",status="completed"}')).toBeNull();
    expect(await figure('tool_executions_total{tool="write_file",source="builtin",status="unknown"}')).toBe(1);
  });

  it('say how long people were waited for, and how many calls wait [P6]', async () => {
    const before = newId<string>();
    const { hear, figure } = await open([before]);
    const call = aToolCall();
    expect(await figure('approvals_pending')).toBe(1);
    hear('approval.requested', call, start + 500);
    expect(await figure('approvals_pending')).toBe(2);
    hear('approval.decided', call, start + 4_500, { decision: 'approve' });
    hear('approval.expired', aToolCall({ id: before as never }), start + 300_000);
    expect(await figure('approvals_pending')).toBe(0);
    expect(await figure('approval_wait_seconds_sum{decision="approve"}')).toBe(4);
    expect(await figure('approval_wait_seconds_sum{decision="expired"}')).toBe(300);
  });

  it('stay few, whatever agents ask for [P6]', async () => {
    const { hear, figures, text } = await open();
    for (let index = 0; index < 100; index += 1)
      hear('tool_call.failed', aToolCall({ state: aState.failed(), request: { toolName: `made_up_${index}` } }), start);
    expect((await text()).match(/^tool_executions_total\{/gm)).toHaveLength(1);
    for (let index = 0; index < telemetryLimits.labelSetsMax * 2; index += 1)
      figures.requestAnswered(`endpoint-${index}`, 200, 1);
    const lines = (await text()).split('\n');
    expect(lines.filter((line) => line.startsWith('http_requests_total{')).length).toBe(telemetryLimits.labelSetsMax);
    expect(lines.filter((line) => line.startsWith('http_request_duration_ms_count{')).length).toBe(
      telemetryLimits.histogramLabelSetsMax,
    );
  });
});
