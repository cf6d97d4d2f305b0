import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { addPizzeria, openPizzeria } from './harness/pizzeria.ts';
import { rawRequest } from './harness/raw-request.ts';
import { ended, scriptedModels } from './harness/scripted-models.ts';
import { type CollectedSpan, openCollector } from './harness/span-collector.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const order = { body: { pizza_type: 'margherita', size: 'large', quantity: 1 } };
const client = 3;
const patient = { timeout: 20_000 };

/** A call that is a part of somebody's trace. */
async function callWith(stage: Stage, traceparent: string | null, tool: string, args: object, waitMs = 10_000) {
  const { json } = await rawRequest(stage.url, `/api/tools/${tool}/execute`, {
    method: 'POST',
    token: stage.cast.agent,
    headers: traceparent === null ? {} : { traceparent },
    body: JSON.stringify({ arguments: args, wait_ms: waitMs }),
  });
  return json as { status: string; metadata: { call_id: string; approval_id: string } };
}

function newTraceparent() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

/** Figures by their line, as Prometheus reads them. */
async function figuresOf(stage: Stage): Promise<Map<string, number>> {
  const { status, headers, text } = await rawRequest(stage.url, '/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const found = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line);
      if (!found) throw new Error(`no figure: ${line}`);
      return [found[1]!, Number(found[2])];
    }),
  );
}

describeOnEachDatabase('figures', (database) => {
  it('tell of calls, errors, breakers and people, by the names that are known [P6, U6]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place, { breaker: { failure_threshold: 2, recovery_timeout_seconds: 3_600 } });
    const before = await figuresOf(stage);
    expect(before.get('circuit_breaker_state{source="pizzeria"}')).toBe(0);
    await callWith(stage, null, 'pizzeria__list_menu', {});
    await callWith(stage, null, 'pizzeria__get_dish', { item_id: 'none' });
    const { metadata } = await callWith(stage, null, 'pizzeria__create_order', order, 0);
    await stage.agent.executeTool(stage.projectId, { tool_name: 'made_up_by_an_agent', tool_params: {} });
    expect((await figuresOf(stage)).get('approvals_pending')).toBe(1);
    const approval = await stage.owner.approvals.get(stage.projectId, metadata.approval_id);
    stage.clock.advance(90_000);
    await stage.owner.approvals.reject(approval, 'no');
    await place.pizzeria.close();
    for (let count = 0; count < 3; count += 1)
      await asTimeGoesOn(stage, callWith(stage, null, 'pizzeria__list_menu', {}));

    const figures = await figuresOf(stage);
    const executions = (tool: string, status: string) =>
      figures.get(`tool_executions_total{tool="pizzeria__${tool}",source="pizzeria",status="${status}"}`);
    expect([executions('list_menu', 'completed'), executions('get_dish', 'failed')]).toEqual([1, 1]);
    expect([executions('create_order', 'rejected'), executions('list_menu', 'failed')]).toEqual([1, 3]);
    const errors = (code: string) => figures.get(`tool_execution_errors{error_code="${code}",source="pizzeria"}`);
    expect(['upstream_failed', 'rejected', 'upstream_connection_error', 'circuit_open'].map(errors)).toEqual([
      1, 1, 2, 1,
    ]);
    expect(figures.get('circuit_breaker_state{source="pizzeria"}')).toBe(2);
    expect(figures.get('tool_execution_duration_ms_count{tool="pizzeria__list_menu",source="pizzeria"}')).toBe(4);
    expect(figures.get('approvals_pending')).toBe(0);
    expect(figures.get('approval_wait_seconds_sum{decision="reject"}')).toBe(90);
    expect(figures.get('http_requests_total{endpoint="executeUpstreamTool",status="202"}')).toBe(1);
    expect(figures.get('tool_executions_total{tool="unregistered",source="builtin",status="failed"}')).toBe(1);
    expect(figures.get('tool_executions_running')).toBe(0);
    for (const name of ['process_resident_memory_bytes', 'event_loop_utilization', 'event_log_position'])
      expect(figures.get(name)).toBeGreaterThan(0);
    expect([...figures.keys()].join('\n')).not.toContain('made_up');
  });

  it('tell of runs: how they ended, what their models said and what that cost [P6, W4]', async () => {
    const { models, modelOf } = scriptedModels(onTestFinished, {
      hello: { answers: [{ text: 'Hello.', input_tokens: 30, output_tokens: 4 }] },
      broken: { answers: [{ error: { class: 'auth', message: 'No such key.' } }] },
    });
    const stage = await ownStage(database, { config: { models } });
    for (const model of [modelOf('hello'), modelOf('hello'), modelOf('broken')])
      await ended(stage, (await stage.owner.chat.postMessage(stage.projectId, { text: 'Say hello.', model })).run);
    const figures = await figuresOf(stage);
    const runs = (model: string, status: string) =>
      figures.get(`runs_ended_total{model="${model}",status="${status}"}`);
    expect([runs(modelOf('hello'), 'completed'), runs(modelOf('broken'), 'failed')]).toEqual([2, 1]);
    expect(figures.get(`run_turns_total{model="${modelOf('hello')}"}`)).toBe(2);
    expect(figures.get(`model_tokens_total{model="${modelOf('hello')}",direction="input"}`)).toBe(60);
    expect(figures.get(`model_tokens_total{model="${modelOf('hello')}",direction="output"}`)).toBe(8);
    await expect.poll(async () => (await figuresOf(stage)).get('runs_worked_on')).toBe(0);
  });

  it('are all on the page about them, and the page has no others [P6]', async () => {
    const { models } = scriptedModels(onTestFinished, { hello: { answers: [{ text: 'Hello.' }] } });
    const stage = await ownStage(database, { config: { models } });
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    await callWith(stage, null, 'pizzeria__get_dish', { item_id: 'none' });
    const { metadata } = await callWith(stage, null, 'pizzeria__create_order', order, 0);
    await stage.owner.approvals.reject(await stage.owner.approvals.get(stage.projectId, metadata.approval_id), 'no');
    const { run } = await stage.owner.chat.postMessage(stage.projectId, { text: 'Say hello.' });
    await ended(stage, run);
    const { text } = await rawRequest(stage.url, '/metrics');
    const told = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => `${name} ${kind}`);
    const page = readFileSync(new URL('../docs/observability.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| (`[a-z_`, ]+) \| (counter|gauge|histogram) \|/gm)].flatMap(
      ([, names, kind]) => [...names!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => `${name} ${kind}`),
    );
    // No provider was asked for a token here.
    expect([...told, 'token_exchange_duration_ms histogram'].sort()).toEqual(listed.sort());
  });

  it('are not there for anybody where they are switched off [P6]', async () => {
    const stage = await ownStage(database, { config: { hasMetrics: false } });
    expect((await rawRequest(stage.url, '/metrics')).status).toBe(404);
  });
});

describeOnEachDatabase('traces', (database) => {
  it('go from the agent through the call to the service, and reach a collector [P6]', async () => {
    const collector = await openCollector();
    const stage = await ownStage(database, { config: { otlpEndpoint: collector.url } });
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const { traceId, spanId, traceparent } = newTraceparent();
    await callWith(stage, traceparent, 'pizzeria__list_menu', { category: 'dessert' });
    const own = await callWith(stage, null, 'pizzeria__get_dish', { item_id: 'none' });

    await expect.poll(() => collector.spans.length, patient).toBe(4);
    const named = (name: string) => collector.spans.find((span) => span.name === name)!;
    const call = named('execute_tool pizzeria__list_menu');
    expect(call).toMatchObject({
      traceId,
      parentSpanId: spanId,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'pizzeria__list_menu',
        'tool.source_path': '/menu',
        'tool.execution_mode': 'sync_http',
        'tool.status': 'completed',
        'countersign.risk_level': 'LOW',
      },
    });
    const sent = collector.spans.find((span) => span.parentSpanId === call.spanId)!;
    expect(sent).toMatchObject({
      name: 'GET',
      kind: client,
      traceId,
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'url.full': `${place.address}/menu?category=REDACTED`,
      },
    });
    expect(place.pizzeria.seen[0]!.headers.traceparent).toBe(`00-${traceId}-${sent.spanId}-01`);
    // One that came with no trace has the number of its call for one.
    const alone = named('execute_tool pizzeria__get_dish');
    expect(alone.traceId).toBe(own.metadata.call_id.replaceAll('-', ''));
    expect(alone.parentSpanId ?? '').toBe('');
    expect(alone).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'upstream_failed' } });
    await stage.server.close();
    for (const name of ['tool_executions_total', 'tool_execution_duration_ms', 'tool_execution_errors'])
      expect(collector.figures).toContain(name);
    expect(collector.texts.join('')).not.toContain(stage.cast.agent);
  });

  it('go on after a restart, with the time that a person took as a span of its own [P6, L2]', async () => {
    const collector = await openCollector();
    const stage = await ownStage(database, { config: { otlpEndpoint: collector.url } });
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const { traceId, spanId, traceparent } = newTraceparent();
    const { metadata } = await callWith(stage, traceparent, 'pizzeria__create_order', order, 0);
    await stage.restart();
    stage.clock.advance(42_000);
    const approval = await stage.owner.approvals.get(stage.projectId, metadata.approval_id);
    await stage.owner.approvals.approve(approval);
    await stage.agent.waitUntilSettled(stage.projectId, metadata.call_id);

    await expect
      .poll(() => collector.spans.map(nameOf).sort(), patient)
      .toEqual(['POST', 'approval', 'execute_tool pizzeria__create_order']);
    const named = (name: string) => collector.spans.find((span) => span.name === name)!;
    const call = named('execute_tool pizzeria__create_order');
    const waited = named('approval');
    expect([call.traceId, call.parentSpanId]).toEqual([traceId, spanId]);
    for (const span of [waited, named('POST')])
      expect([span.traceId, span.parentSpanId]).toEqual([traceId, call.spanId]);
    expect(waited.attributes['countersign.decision']).toBe('approve');
    expect(Number(BigInt(waited.endTimeUnixNano) - BigInt(waited.startTimeUnixNano)) / 1e9).toBe(42);
    expect(place.pizzeria.seen.at(-1)!.headers.traceparent).toContain(traceId);
  });

  it('are passed on as they came where nobody collects them [P6]', async () => {
    const stage = await ownStage(database);
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const { traceparent } = newTraceparent();
    await callWith(stage, traceparent, 'pizzeria__list_menu', {});
    await callWith(stage, null, 'pizzeria__list_menu', {});
    await callWith(stage, `${traceparent}\tx`, 'pizzeria__list_menu', {});
    expect(place.pizzeria.seen.map(({ headers }) => headers.traceparent)).toEqual([traceparent, undefined, undefined]);
  });

  it('do not keep a server from ending when no collector answers [P6]', async () => {
    const stage = await ownStage(database, {
      config: { otlpEndpoint: 'http://127.0.0.1:9', logLevel: 'fatal' },
    });
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    expect(await callWith(stage, null, 'pizzeria__list_menu', {})).toMatchObject({ status: 'completed' });
    await stage.server.close();
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('two servers on one PostgreSQL database', () => {
  it('make one trace of a call that each has a part in, and count it once [P6, S2]', async () => {
    const collector = await openCollector();
    const config = { otlpEndpoint: collector.url };
    const one = await ownStage(postgres, { config });
    const two = await ownStage(postgres, { config, beside: one });
    const place = await openPizzeria();
    await addPizzeria(one, place);
    const calls = Array.from({ length: 5 }, newTraceparent);
    for (const { traceparent } of calls) {
      const { metadata } = await callWith(one, traceparent, 'pizzeria__create_order', order, 0);
      const approval = await two.owner.approvals.get(two.projectId, metadata.approval_id);
      await two.owner.approvals.approve(approval);
      await one.agent.waitUntilSettled(one.projectId, metadata.call_id);
    }
    await expect.poll(() => collector.spans.length, patient).toBe(3 * calls.length);
    for (const { traceId, spanId } of calls) {
      const spans = collector.spans.filter((span) => span.traceId === traceId);
      const call = spans.find(({ name }) => name.startsWith('execute_tool'))!;
      expect(spans.map(nameOf).sort()).toEqual(['POST', 'approval', 'execute_tool pizzeria__create_order']);
      expect(call.parentSpanId).toBe(spanId);
      expect(spans.filter((span) => span !== call).every((span) => span.parentSpanId === call.spanId)).toBe(true);
    }
    const line = 'tool_executions_total{tool="pizzeria__create_order",source="pizzeria",status="completed"}';
    const counted = await Promise.all([one, two].map(async (stage) => (await figuresOf(stage)).get(line) ?? 0));
    expect(counted[0]! + counted[1]!).toBe(calls.length);
  });
});

function nameOf({ name }: CollectedSpan): string {
  return name;
}
