import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databases, type TestDatabase } from '@countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { addOven, openPizzeria } from './harness/pizzeria.ts';
import { openService, toolsFile } from './harness/service.ts';
import { openCollector } from './harness/span-collector.ts';
import { ownStage, type StageOptions } from './harness/stage.ts';
import { TestProvider } from './token-exchange/test-provider.ts';

const sqlite = databases[0] as TestDatabase;
const patient = { timeout: 20_000 };
const { resolve } = createRequire(import.meta.url);

/** A server that agents of an OpenID provider come to, with a shop that is told who they act for. */
async function openShop(options: StageOptions) {
  const provider = await TestProvider.start();
  onTestFinished(() => provider.down());
  const folder = await mkdtemp(join(tmpdir(), 'countersign-access-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const accessFile = join(folder, 'access.yaml');
  const access = {
    version: 1,
    issuers: [{ issuer: provider.issuer, audience: 'countersign', project: 'default' }],
    groups: [{ id: 'shop', select: [{ source: 'shop' }] }],
    policies: [{ id: 'everyone', match: { claims: { sub: '*' } }, groups: ['shop'] }],
  };
  writeFileSync(accessFile, JSON.stringify(access));
  const stage = await ownStage(sqlite, { ...options, config: { ...options.config, accessFile } });
  const shop = await openService(() => ({ body: { said: 'y'.repeat(2_000), api_key: 'sk-live-4242424242424242' } }));
  await stage.owner.secrets.put('idp', 'exchanger-secret');
  await stage.owner.sources.create({
    name: 'shop',
    kind: 'http',
    document: toolsFile(shop.address, [
      {
        name: 'menu',
        method: 'GET',
        url: '/menu?about={{ about }}',
        audience: 'pizzeria',
        scopes: ['menu'],
        input_schema: { type: 'object', additionalProperties: false, properties: { about: { type: 'string' } } },
      },
    ]),
    destinations: { allow_private: true },
    auth: { mode: 'token_exchange', issuer: provider.issuer, client_id: 'exchanger', secret: 'idp' },
  });
  const token = await provider.signIn('alice');
  stage.clock.set(Math.max(stage.clock.now(), Date.now()));
  return { stage, shop, token, agent: stage.client(token) };
}

describe('what is told of services', () => {
  it('has the question to an identity provider as a step of its own, once for a kept token [P6, U3]', async () => {
    const collector = await openCollector();
    const { stage, shop, token, agent } = await openShop({ config: { otlpEndpoint: collector.url } });
    for (let count = 0; count < 2; count += 1)
      await agent.tools.execute('shop__menu', { arguments: { about: 'dessert' } });
    await expect.poll(() => collector.spans.length, patient).toBe(5);
    const [exchange, ...others] = collector.spans.filter(({ name }) => name === 'token_exchange');
    expect(others).toEqual([]);
    const call = collector.spans.find(({ spanId }) => spanId === exchange!.parentSpanId);
    expect(call).toMatchObject({ name: 'execute_tool shop__menu', traceId: exchange!.traceId });
    expect(exchange!.attributes).toMatchObject({
      'oauth.grant_type': 'token_exchange',
      'oauth.audience': 'pizzeria',
      'countersign.outcome': 'granted',
    });
    const text = await stage.server.app.inject('/metrics').then(({ body }) => body);
    expect(text).toContain('token_exchange_duration_ms_count{grant="token_exchange",outcome="granted"} 1\n');
    await stage.server.close();
    const sent = collector.texts.join('');
    for (const secret of [token, 'exchanger-secret', String(shop.seen[0]!.headers.authorization).slice(7)])
      expect(sent).not.toContain(secret);
  });

  it('is in the log for those who look closely: cut, masked, without tokens, with its trace [P6, G8]', async () => {
    const collector = await openCollector();
    const lines: string[] = [];
    const { stage, shop, token, agent } = await openShop({
      config: { otlpEndpoint: collector.url, logLevel: 'debug' },
      parts: { logTo: { write: (line) => void lines.push(line) } },
    });
    const result = await agent.tools.execute('shop__menu', { arguments: { about: 'my-secret-diagnosis' } });
    const { call_id: callId } = result.metadata as Record<string, string>;
    await stage.server.close();
    type Line = { msg: string; body: string | null; url: string; trace_id: string; status?: number };
    const told = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg.startsWith('a service'));
    expect(told.map(({ msg, status }) => [msg, status])).toEqual([
      ['a service is asked', undefined],
      ['a service answered', 200],
    ]);
    const [asked, answered] = told;
    expect(asked).toMatchObject({ body: null, url: `${shop.address}/menu?about=REDACTED` });
    expect(answered!.body).toHaveLength(501);
    for (const line of told) expect(line.trace_id).toBe(callId!.replaceAll('-', ''));
    const all = lines.join('');
    const secrets = [token, 'exchanger-secret', 'sk-live-4242', String(shop.seen[0]!.headers.authorization).slice(7)];
    for (const secret of [...secrets, 'my-secret-diagnosis']) expect(all).not.toContain(secret);
  });

  it('has every look at a job as a step of its call [P6, U7]', async () => {
    const collector = await openCollector();
    const stage = await ownStage(sqlite, { config: { otlpEndpoint: collector.url } });
    const place = await openPizzeria({ looksUntilDone: 2 });
    await addOven(stage, place, { risks: { '*': 'LOW' } });
    const order = { pizza_type: 'margherita', size: 'small' };
    const { result } = await stage.agent.tools.execute('oven__order_pizza', { arguments: order });
    const { order_id } = result as { order_id: string };
    const baking = stage.agent.tools.execute('oven__bake_order', { arguments: { order_id } });
    expect(await asTimeGoesOn(stage, baking)).toMatchObject({ status: 'completed' });
    const bake = () => collector.spans.find(({ name }) => name === 'execute_tool oven__bake_order');
    await expect.poll(bake, patient).toMatchObject({ attributes: { 'tool.execution_mode': 'async_poll' } });
    const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === bake()!.spanId);
    expect(steps.map(({ name, attributes }) => [name, attributes['url.full']])).toEqual([
      ['POST', `${place.address}/orders/${order_id}/bake`],
      ...Array.from({ length: steps.length - 1 }, () => ['GET', expect.stringContaining('/jobs/')]),
    ]);
    expect(steps.length).toBeGreaterThan(2);
    const traces = place.pizzeria.seen.slice(1).map(({ headers }) => String(headers.traceparent).split('-')[1]);
    expect(new Set(traces)).toEqual(new Set([bake()!.traceId]));
  });

  it('has calls of MCP servers as steps [P6]', async () => {
    const collector = await openCollector();
    const stage = await ownStage(sqlite, { config: { otlpEndpoint: collector.url } });
    await stage.owner.sources.create({
      name: 'every',
      kind: 'mcp',
      command: [process.execPath, resolve('@modelcontextprotocol/server-everything/dist/index.js')],
      risks: { '*': 'LOW' },
    });
    const result = await stage.agent.tools.execute('every__echo', { arguments: { message: 'hello' } });
    expect(result).toMatchObject({ status: 'completed' });
    await expect.poll(() => collector.spans.length, patient).toBe(2);
    const call = collector.spans.find(({ name }) => name === 'execute_tool every__echo')!;
    const step = collector.spans.find(({ name }) => name === 'tools/call echo');
    expect(call.attributes).toMatchObject({ 'tool.execution_mode': 'mcp', 'gen_ai.tool.type': 'extension' });
    expect(step).toMatchObject({
      parentSpanId: call.spanId,
      attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'echo', 'network.transport': 'pipe' },
    });
  });
});
