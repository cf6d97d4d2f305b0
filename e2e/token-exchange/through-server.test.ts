import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceAuth } from '@countersign/contract';
import { describeOnEachDatabase, type TestDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { everyByte } from '../harness/every-byte.ts';
import { allRefused, refused } from '../harness/refused.ts';
import { type Answer, openService, toolsFile } from '../harness/service.ts';
import { ownStage } from '../harness/stage.ts';
import { TestProvider } from './test-provider.ts';

const tools = [
  { name: 'menu', method: 'GET', url: '/menu', audience: 'pizzeria', scopes: ['menu'] },
  { name: 'order', method: 'POST', url: '/orders', audience: 'pizzeria', scopes: ['orders'] },
  { name: 'anything', method: 'GET', url: '/anything' },
];

type Given = { readonly auth?: SourceAuth; readonly answer?: (count: number) => Answer };

/** A server whose agents come from an OpenID provider, and a shop that takes tokens of that provider. */
async function open(database: TestDatabase, { auth, answer = () => ({ body: { ok: true } }) }: Given = {}) {
  const provider = await TestProvider.start();
  onTestFinished(() => provider.down());
  const folder = mkdtempSync(join(tmpdir(), 'countersign-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const accessFile = join(folder, 'access.yaml');
  writeFileSync(
    accessFile,
    JSON.stringify({
      version: 1,
      issuers: [{ issuer: provider.issuer, audience: 'countersign', project: 'default' }],
      groups: [{ id: 'shop', select: [{ source: 'shop' }] }],
      policies: [{ id: 'everyone', match: { claims: { sub: '*' } }, groups: ['shop'] }],
    }),
  );
  const stage = await ownStage(database, { config: { accessFile } });
  const shop = await openService((_, count) => answer(count));
  await stage.owner.secrets.put('idp', 'exchanger-secret');
  const exchange = { mode: 'token_exchange', issuer: provider.issuer, client_id: 'exchanger', secret: 'idp' } as const;
  await stage.owner.sources.create({
    name: 'shop',
    kind: 'http',
    document: toolsFile(shop.address, tools),
    destinations: { allow_private: true },
    auth: auth ?? exchange,
  });
  return {
    ...stage,
    provider,
    shop,
    tokensSeen: (): string[] => shop.seen.map(({ headers }) => String(headers.authorization).replace('Bearer ', '')),
    /** An agent that signed in at the provider: its token, and its client. */
    async agentOf(user: string, options: Parameters<TestProvider['signIn']>[1] = {}) {
      const token = await provider.signIn(user, options);
      // The provider goes by the time of day; here it moves on only now.
      stage.clock.set(Math.max(stage.clock.now(), Date.now()));
      return { token, agent: stage.client(token) };
    },
  };
}

describeOnEachDatabase('agents of an OpenID provider', (database) => {
  it('call services with a token of their user, made for the service [U3, U9]', async () => {
    const stage = await open(database);
    const { agent, token } = await stage.agentOf('alice');
    expect(await agent.tools.execute('shop__menu')).toMatchObject({ status: 'completed', result: { ok: true } });
    const [seen = ''] = stage.tokensSeen();
    expect(seen).not.toBe(token);
    expect(await stage.provider.verify(seen, 'pizzeria')).toMatchObject({
      sub: 'alice',
      scope: 'menu',
      act: { sub: 'exchanger', act: { sub: 'agent-app' } },
    });
    // Asked again, it is the same agent and the same token.
    await agent.tools.execute('shop__menu');
    expect(stage.provider.exchanges).toHaveLength(1);
    const joined = await stage.owner.toolCalls.list(stage.projectId);
    expect(new Set(joined.tool_calls.map(({ agent_id }) => agent_id)).size).toBe(1);
  });

  it('have their calls run in their own name after somebody approved them [U3, U9, A1]', async () => {
    const stage = await open(database);
    const { agent, token } = await stage.agentOf('alice');
    const asked = await agent.tools.execute('shop__order', { wait_ms: 0 });
    const { approval_id: approvalId = '', call_id: callId = '' } = asked.metadata as Record<string, string>;
    // While it waits, the token is kept where nobody can read it.
    for (const [where, bytes] of await everyByte(stage.databaseUrl)) {
      expect(bytes.includes(token.split('.')[2] ?? token), where).toBe(false);
    }
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId));
    expect(await agent.waitUntilSettled(stage.projectId, callId)).toMatchObject({ status: 'completed' });
    const [seen = ''] = stage.tokensSeen();
    expect(await stage.provider.verify(seen, 'pizzeria')).toMatchObject({ sub: 'alice', scope: 'orders' });
  });

  it('have nothing sent in their name once their token has expired, though it was approved [U3]', async () => {
    const stage = await open(database);
    stage.provider.tokenSeconds = 60;
    const { agent } = await stage.agentOf('alice');
    const asked = await agent.tools.execute('shop__order', { wait_ms: 0 });
    const { approval_id: approvalId = '', call_id: callId = '' } = asked.metadata as Record<string, string>;
    stage.clock.advance(60_000);
    await stage.owner.approvals.approve(await stage.owner.approvals.get(stage.projectId, approvalId));
    expect(await stage.owner.waitUntilSettled(stage.projectId, callId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/token of the agent has expired/),
      result: { error_code: 'token_exchange_failed', is_retryable: false },
    });
    expect(stage.shop.seen).toHaveLength(0);
    expect(stage.provider.exchanges).toHaveLength(0);
  });

  it('never meet: each service sees the user of the agent that asked [U3, A5]', async () => {
    const stage = await open(database);
    const users = ['alice', 'bob', 'carol', 'dave'];
    const agents = await Promise.all(users.map(async (user) => ({ user, ...(await stage.agentOf(user)) })));
    const results = await Promise.all(
      Array.from({ length: 5 }, () => agents)
        .flat()
        .map(async ({ user, agent }) => ({ user, result: await agent.tools.execute('shop__menu') })),
    );
    for (const { result } of results) expect(result).toMatchObject({ status: 'completed' });
    const subjects = await Promise.all(
      stage.tokensSeen().map(async (token) => (await stage.provider.verify(token, 'pizzeria')).sub),
    );
    for (const user of users) expect(subjects.filter((subject) => subject === user)).toHaveLength(5);
    expect(stage.provider.exchanges).toHaveLength(users.length);
    // What one asked for is not there for the others.
    const { call_id: callId = '' } = results[0]!.result.metadata as Record<string, string>;
    const other = agents.find(({ user }) => user !== results[0]!.user)!;
    expect(await refused(other.agent.toolCalls.get(stage.projectId, callId))).toMatchObject({ status: 404 });
  });

  it('are agents and nothing else: they decide nothing and administer nothing [U3, A4]', async () => {
    const stage = await open(database);
    const { agent } = await stage.agentOf('alice');
    const asked = await agent.tools.execute('shop__order', { wait_ms: 0 });
    const { approval_id: approvalId = '' } = asked.metadata as Record<string, string>;
    const approval = await stage.owner.approvals.get(stage.projectId, approvalId);
    const answers = await allRefused([
      agent.approvals.approve(approval),
      agent.secrets.put('idp', 'mine'),
      agent.sources.list(),
      agent.sources.remove('shop'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('are told to try again where their provider cannot be asked for its keys, and let in when it can [U3]', async () => {
    const stage = await open(database);
    const { agent } = await stage.agentOf('alice');
    await stage.provider.down();
    expect(await refused(agent.tools.execute('shop__menu'))).toMatchObject({ status: 503, code: 'unavailable' });
    // Whoever runs the server has to hear of it.
    expect(stage.violations.splice(0)).toEqual([expect.stringContaining('cannot be reached')]);
    await stage.provider.up();
    stage.clock.advance(5_000);
    expect(await agent.tools.execute('shop__menu')).toMatchObject({ status: 'completed' });
  });

  it('are refused with the reason where their token is not as it should be [U3]', async () => {
    const stage = await open(database);
    const elsewhere = await TestProvider.start();
    onTestFinished(() => elsewhere.down());
    const { token } = await stage.agentOf('alice');
    const exchanged = async (): Promise<string> => {
      await stage.client(token).tools.execute('shop__menu');
      return stage.tokensSeen()[0] ?? '';
    };
    const tokens = [`${token.slice(0, -8)}AAAAAAAA`, await elsewhere.signIn('alice'), await exchanged()];
    const answers = await allRefused(tokens.map((each) => stage.client(each).tools.execute('shop__menu')));
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(
      Array.from({ length: 3 }, () => '401 unauthenticated'),
    );
    expect(answers.map(({ message }) => message)).toEqual([
      expect.stringMatching(/signature is wrong/),
      expect.stringMatching(/not valid: unknown/),
      expect.stringMatching(/another audience/),
    ]);
    stage.clock.advance(400_000);
    expect((await refused(stage.client(token).tools.execute('shop__menu'))).message).toMatch(/expired/);
  });
});

describeOnEachDatabase('services that want a token', (database) => {
  it('get none from agents with a token of ours, and none without an audience [U3]', async () => {
    const stage = await open(database);
    expect(await refused(stage.agent.tools.execute('shop__menu'))).toMatchObject({
      status: 502,
      details: { error_code: 'token_exchange_failed', is_retryable: false },
    });
    const { agent } = await stage.agentOf('alice');
    const error = await refused(agent.tools.execute('shop__anything'));
    expect(error).toMatchObject({ status: 502, details: { error_code: 'token_exchange_failed' } });
    expect(error.message).toMatch(/No audience is named/);
    expect(stage.shop.seen).toHaveLength(0);
  });

  it('that no longer take one that was kept get another, once [U3]', async () => {
    const stage = await open(database, { answer: (count) => (count === 2 ? { status: 401 } : { body: { ok: true } }) });
    const { agent } = await stage.agentOf('alice');
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await agent.tools.execute('shop__menu')).toMatchObject({ status: 'completed' });
    }
    const [first, second, third] = stage.tokensSeen();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(stage.provider.exchanges).toHaveLength(2);
  });

  it('that do not take one that was just made are not asked again [U3]', async () => {
    const stage = await open(database, { answer: () => ({ status: 401 }) });
    const { agent } = await stage.agentOf('alice');
    expect(await agent.tools.execute('shop__menu')).toMatchObject({ status: 'failed', upstream_status: 401 });
    expect(stage.shop.seen).toHaveLength(1);
  });

  it('wait for a provider that is down: agents are told to try again [U3, U8]', async () => {
    const stage = await open(database);
    const { agent } = await stage.agentOf('alice');
    await agent.tools.execute('shop__menu');
    await stage.provider.down();
    const asked = await refused((await stage.agentOf('alice', { scope: 'menu' })).agent.tools.execute('shop__menu'));
    expect(asked).toMatchObject({
      status: 502,
      details: { error_code: 'token_exchange_failed', is_retryable: true },
    });
    expect(stage.shop.seen).toHaveLength(1);
    await stage.provider.up();
    const { agent: later } = await stage.agentOf('alice', { scope: 'menu orders' });
    expect(await later.tools.execute('shop__menu')).toMatchObject({ status: 'completed' });
  });

  it("get the agent's own only where the source says so by name [U3]", async () => {
    const stage = await open(database, { auth: { mode: 'pass_through' } });
    const { agent, token } = await stage.agentOf('alice');
    await agent.tools.execute('shop__anything');
    expect(stage.tokensSeen()).toEqual([token]);
    expect(await refused(stage.agent.tools.execute('shop__anything'))).toMatchObject({ status: 502 });
    expect(stage.shop.seen).toHaveLength(1);
  });
});
