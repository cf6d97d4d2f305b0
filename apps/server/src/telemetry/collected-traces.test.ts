import { aState, aToolCall } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import type { CallFacts } from './call-facts.ts';
import { collectedTraces } from './collected-traces.ts';

const incoming = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const facts: CallFacts = {
  tool: 'pizzeria__order',
  source: 'pizzeria',
  status: 'completed',
  errorCode: null,
  executionMs: 12,
  risk: 'MEDIUM',
  path: '/orders',
  mode: 'sync_http',
  isUpstream: true,
};

function open(traceparent: string | null = null) {
  const exporter = new InMemorySpanExporter();
  const tracing = collectedTraces({
    memory: { find: async () => traceparent },
    processor: new SimpleSpanProcessor({ exporter }),
  });
  const spans = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: span.kind,
      traceId: span.spanContext().traceId,
      spanId: span.spanContext().spanId,
      parentId: span.parentSpanContext?.spanId ?? null,
      attributes: span.attributes,
      isError: span.status.code === SpanStatusCode.ERROR,
      ms: [span.startTime, span.endTime].map(([seconds, ns]) => seconds * 1000 + ns / 1e6),
    }));
  return { tracing, spans };
}

const none = () => ({});
const call: ToolCall = aToolCall({ state: aState.completed() });
const { createdAt } = call.request;

describe('a call as a trace', () => {
  it('is one span from its request to its end, with its steps and its approval in it [P6]', async () => {
    const { tracing, spans } = open();
    let sent: string | null = null;
    await tracing.execution(call, () =>
      tracing.step(
        'GET',
        'client',
        () => ({ 'http.request.method': 'GET' }),
        async (span) => {
          sent = span.traceparent;
          span.set({ 'http.response.status_code': 200 });
        },
      ),
    );
    const end = { call, requestedAt: createdAt + 5, endedAt: createdAt + 900, decision: 'approve' };
    tracing.approvalEnded(end, null);
    tracing.callEnded(call, facts, createdAt + 1_000, null);

    const [get, approval, whole] = spans();
    const traceId = call.id.replaceAll('-', '');
    expect(whole).toMatchObject({
      name: 'execute_tool pizzeria__order',
      kind: SpanKind.INTERNAL,
      traceId,
      parentId: null,
      isError: false,
      ms: [createdAt, createdAt + 1_000],
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'pizzeria__order',
        'gen_ai.tool.type': 'extension',
        'gen_ai.tool.call.id': call.id,
        'tool.id': 'pizzeria__order',
        'tool.name': 'pizzeria__order',
        'tool.source': 'pizzeria',
        'tool.source_path': '/orders',
        'tool.execution_mode': 'sync_http',
        'tool.execution_time_ms': 12,
        'tool.status': 'completed',
        'countersign.risk_level': 'MEDIUM',
      },
    });
    expect(approval).toMatchObject({
      name: 'approval',
      traceId,
      parentId: whole!.spanId,
      ms: [createdAt + 5, createdAt + 900],
      attributes: { 'countersign.decision': 'approve', 'gen_ai.tool.call.id': call.id },
    });
    expect(get).toMatchObject({
      name: 'GET',
      kind: SpanKind.CLIENT,
      traceId,
      parentId: whole!.spanId,
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
    });
    expect(sent).toBe(`00-${traceId}-${get!.spanId}-01`);
  });

  it('is a part of the trace that it came with, in every process that has to do with it [P6]', async () => {
    const here = open(incoming);
    const elsewhere = open(incoming);
    await here.tracing.execution(call, () => here.tracing.step('GET', 'client', none, async () => undefined));
    elsewhere.tracing.callEnded(call, facts, createdAt + 1, incoming);
    const [get] = here.spans();
    const [whole] = elsewhere.spans();
    expect(whole).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentId: '00f067aa0ba902b7' });
    expect(get).toMatchObject({ traceId: whole!.traceId, parentId: whole!.spanId });
  });

  it('is left alone, and still passed on, where whoever asked wants no spans [P6]', async () => {
    const unsampled = incoming.replace(/01$/, '00');
    const { tracing, spans } = open(unsampled);
    let sent: string | null = null;
    await tracing.execution(call, () =>
      tracing.step('GET', 'client', none, async ({ traceparent }) => {
        sent = traceparent;
      }),
    );
    tracing.callEnded(call, facts, createdAt + 1, unsampled);
    expect(spans()).toEqual([]);
    expect(sent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
  });

  it('tells what went wrong by a code or a class, never by a text that may quote something [P6, G8]', async () => {
    const { tracing, spans } = open();
    const failing = (error: unknown) =>
      tracing.step('GET', 'client', none, async () => {
        throw error;
      });
    const refused = Object.assign(new Error('Bearer secret'), { code: 'redirect_refused' });
    await expect(failing(refused)).rejects.toBe(refused);
    await expect(failing(new TypeError('secret'))).rejects.toThrow();
    await expect(failing('secret')).rejects.toBe('secret');
    tracing.callEnded(call, { ...facts, status: 'failed', errorCode: 'circuit_open' }, createdAt + 1, null);
    expect(spans().map(({ attributes, isError }) => [attributes['error.type'], isError])).toEqual([
      ['redirect_refused', true],
      ['TypeError', true],
      ['_OTHER', true],
      ['circuit_open', true],
    ]);
    expect(JSON.stringify(spans())).not.toContain('secret');
  });

  it('keeps steps of calls that run side by side apart, and names them to the log [P6]', async () => {
    const { tracing, spans } = open();
    const calls = Array.from({ length: 20 }, () => aToolCall());
    expect(tracing.logFields()).toEqual({});
    await Promise.all(
      calls.map((each) =>
        tracing.execution(each, async () => {
          await Promise.resolve();
          await tracing.step(each.id, 'internal', none, async () => {
            await new Promise((resolve) => setImmediate(resolve));
            expect(tracing.logFields().trace_id).toBe(each.id.replaceAll('-', ''));
          });
        }),
      ),
    );
    for (const { name, traceId } of spans()) expect(traceId).toBe(name.replaceAll('-', ''));
    expect(spans()).toHaveLength(20);
  });

  it('shows questions to identity providers with how long they took [U3, P6]', async () => {
    const { tracing, spans } = open();
    const report = { grant: 'token_exchange', provider: 'id.example', audience: 'pizzeria', durationMs: 40 } as const;
    await tracing.execution(call, async () => {
      tracing.tokenAsked({ ...report, outcome: 'granted' });
      tracing.tokenAsked({ ...report, outcome: 'refused', audience: null });
    });
    const [granted, refused] = spans();
    expect(granted).toMatchObject({
      name: 'token_exchange',
      kind: SpanKind.CLIENT,
      traceId: call.id.replaceAll('-', ''),
      isError: false,
      attributes: { 'oauth.audience': 'pizzeria', 'server.address': 'id.example' },
    });
    expect(granted!.ms[1]! - granted!.ms[0]!).toBe(40);
    expect(refused).toMatchObject({ isError: true, attributes: { 'error.type': 'refused' } });
  });
});
