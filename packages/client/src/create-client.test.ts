import { once } from 'node:events';
import { CountersignError, newId } from '@countersign/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerJson, deadAddress, type Handler, startFakeServer } from '../test/fake-server.ts';
import { fakeTiming } from '../test/fake-timing.ts';
import { projectId, sampleApproval, sampleCall } from '../test/samples.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import { UnreachableError } from './unreachable-error.ts';

const toolId = newId<string>();

async function setUp(handler: Handler, options: Partial<ClientOptions> = {}) {
  const server = await startFakeServer(handler);
  const time = fakeTiming();
  const client = createClient({ url: server.url, token: 'cs_secret', timing: time.timing, ...options });
  onTestFinished(() => client.close());
  return { ...server, ...time, client };
}

const unavailable = { code: 'unavailable', detail: 'starting', status: 503, retryable: true };

describe('a call', () => {
  it('carries the credential, the query and the body, and gives back what came', async () => {
    const { client, seen } = await setUp((_, response) =>
      answerJson(response, 200, { tool_calls: [], next_cursor: null }),
    );
    await expect(client.toolCalls.list(projectId, { status: 'failed', limit: 5 })).resolves.toEqual({
      tool_calls: [],
      next_cursor: null,
    });
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: `/my/projects/${projectId}/tool-calls?status=failed&limit=5`,
      headers: { authorization: 'Bearer cs_secret' },
    });
  });

  it('is typed by the declaration of its endpoint', async () => {
    const { client } = await setUp((_, response) => answerJson(response, 200, { user_id: newId() }));
    const user = await client.call('createUser', { body: { name: 'ada' } });
    const id: string = user.user_id;
    expect(id).toBeTypeOf('string');
    // @ts-expect-error a project has no such field
    client.call('createProject', { body: { title: 'x' } }).catch(() => {});
    // @ts-expect-error the path needs both ids
    await expect(client.call('getApproval', { params: { project_id: projectId } })).rejects.toThrow('approval_id');
  });

  it('refuses an id that would leave its place in the path', async () => {
    const { client, seen } = await setUp((_, response) => answerJson(response, 200, {}));
    for (const id of ['..', 'a/b', 'a?b', '%2e%2e', '']) {
      await expect(client.toolCalls.get(projectId, id)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(seen).toEqual([]);
  });

  it('works the same over a fetch that is handed in', async () => {
    const { client } = await setUp((_, response) => answerJson(response, 200, { projects: [] }), { fetch });
    await expect(client.projects()).resolves.toEqual({ projects: [] });
    const dead = createClient({ url: await deadAddress(), token: null, fetch, retriesMax: 0 });
    await expect(dead.whoAmI()).rejects.toMatchObject({ name: 'UnreachableError', isUnsent: true });
  });
});

describe('a failure', () => {
  it('is a CountersignError with code, details and status when the server says why', async () => {
    const problem = { code: 'already_decided', detail: 'Ada was first', status: 409, decided_by: 'Ada', title: 'x' };
    const { client } = await setUp((_, response) => answerJson(response, 409, problem));
    const error = await client.approvals.approve(sampleApproval()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CountersignError);
    expect(error).toMatchObject({
      code: 'already_decided',
      message: 'Ada was first',
      details: { decided_by: 'Ada', status: 409 },
    });
  });

  it('that only a proxy explains is told by its status', async () => {
    const { client } = await setUp((_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'));
    await expect(client.admin.createProject('x')).rejects.toMatchObject({
      code: 'unavailable',
      details: { status: 502 },
    });
  });

  it('with a code of a newer server keeps that code in its details', async () => {
    const { client } = await setUp((_, response) => answerJson(response, 409, { code: 'brand_new', detail: 'later' }));
    await expect(client.whoAmI()).rejects.toMatchObject({ message: 'later', details: { code: 'brand_new' } });
  });

  it('never sends the credential where a redirect points', async () => {
    const other = await startFakeServer((_, response) => answerJson(response, 200, {}));
    const { client } = await setUp((_, response) => void response.writeHead(307, { location: other.url }).end());
    await expect(client.whoAmI()).rejects.toMatchObject({ details: { status: 307 } });
    expect(other.seen).toEqual([]);
  });

  it('to connect is an UnreachableError that names the address', async () => {
    const url = await deadAddress();
    const client = createClient({ url, token: null, timing: fakeTiming().timing });
    const error = await client.whoAmI().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toContain(url);
    expect(error).toMatchObject({ isUnsent: true });
  });

  it('by abort is the reason the caller gave', async () => {
    const abort = new AbortController();
    const { client } = await setUp(() => abort.abort(new Error('enough')));
    await expect(client.whoAmI({ signal: abort.signal })).rejects.toThrow('enough');
  });
});

describe('retries', () => {
  it('join the first call: an execution whose answer was lost is asked for again with the same key [L8]', async () => {
    const { client, seen } = await setUp((_, response, nth) =>
      nth === 1 ? void response.destroy() : answerJson(response, 200, { success: true }),
    );
    await expect(client.executeTool(projectId, { tool_name: 'ls' })).resolves.toEqual({ success: true });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBeTypeOf('string');
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('use the key of the caller, and none where retries are off', async () => {
    const { client, seen, url } = await setUp((_, response) => answerJson(response, 200, {}));
    await client.executeTool(projectId, { tool_name: 'ls' }, { idempotencyKey: 'mine' });
    const once = createClient({ url, token: null, retriesMax: 0 });
    await once.executeTool(projectId, { tool_name: 'ls' });
    await once.close();
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined]);
  });

  it.each([
    ['a claim', (client: ReturnType<typeof createClient>) => client.runner.claim(projectId, toolId)],
    [
      'a new credential',
      (client: ReturnType<typeof createClient>) => client.admin.createToken({ kind: 'user', name: 'x' }),
    ],
    [
      'a result without a fence',
      (client: ReturnType<typeof createClient>) => client.runner.result(projectId, toolId, { status: 'completed' }),
    ],
  ] as const)('are not made for %s: it may have happened', async (_, act) => {
    const { client, seen } = await setUp((__, response) => void response.destroy());
    await expect(act(client)).rejects.toBeInstanceOf(UnreachableError);
    expect(seen).toHaveLength(1);
  });

  it('are made for anything that certainly was not sent', async () => {
    const { timing, slept } = fakeTiming();
    const client = createClient({ url: await deadAddress(), token: null, timing });
    await expect(client.runner.claim(projectId, toolId)).rejects.toBeInstanceOf(UnreachableError);
    expect(slept).toEqual([100, 200, 400]);
  });

  it('end after three, and wait as long as the server asks, within a limit', async () => {
    const { client, seen, slept } = await setUp((_, response, nth) =>
      answerJson(
        response,
        503,
        unavailable,
        nth === 1 ? { 'retry-after': '3' } : nth === 2 ? { 'retry-after': '999' } : {},
      ),
    );
    await expect(client.whoAmI()).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(4);
    expect(slept).toEqual([3000, 10_000, 400]);
  });

  it('are not made for what will be refused again', async () => {
    const { client, seen } = await setUp((_, response) =>
      answerJson(response, 404, { code: 'not_found', detail: 'no' }),
    );
    await expect(client.whoAmI()).rejects.toMatchObject({ code: 'not_found' });
    expect(seen).toHaveLength(1);
  });
});

describe('decisions', () => {
  it('carry the digest of the approval they were made on [L7]', async () => {
    const { client, seen } = await setUp((_, response) => answerJson(response, 200, {}));
    const approval = sampleApproval();
    const { digest, approval_id } = approval;
    await client.approvals.approve(approval, { scope: 'class', expires_in_seconds: 60 });
    await client.approvals.reject(approval, 'not now');
    await client.approvals.edit(approval, { path: 'b.txt' });
    await client.approvals.decideMany(projectId, [{ approval, decision: 'approve' }]);
    expect(seen.map(({ url }) => url.split('/approvals/')[1])).toEqual([
      `${approval_id}/approve`,
      `${approval_id}/reject`,
      `${approval_id}/decision`,
      'decisions',
    ]);
    expect(seen.map(({ body }) => body)).toEqual([
      { digest, scope: 'class', expires_in_seconds: 60 },
      { digest, reason: 'not now' },
      { digest, decision: 'edit', modified_arguments: { path: 'b.txt' } },
      { decisions: [{ approval_id, digest, decision: 'approve' }] },
    ]);
  });
});

describe('waiting until a call is settled', () => {
  it('asks in bounded polls until it is [L2, L8]', async () => {
    const { client, seen, slept } = await setUp((_, response, nth) =>
      answerJson(response, 200, sampleCall(nth < 3 ? 'awaiting_approval' : 'completed')),
    );
    await expect(client.waitUntilSettled(projectId, toolId)).resolves.toMatchObject({ status: 'completed' });
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual(Array(3).fill('wait_ms=25000'));
    expect(slept).toEqual([250, 250]);
  });

  it('comes back after the server was away [L2]', async () => {
    const { client, seen } = await setUp((_, response, nth) =>
      nth < 10 ? void response.destroy() : answerJson(response, 200, sampleCall('rejected')),
    );
    await expect(client.waitUntilSettled(projectId, toolId)).resolves.toMatchObject({ status: 'rejected' });
    expect(seen).toHaveLength(10);
  });

  it('gives up on a server that stays away, and at once when told to', async () => {
    const { client } = await setUp((_, response) => void response.destroy());
    await expect(client.waitUntilSettled(projectId, toolId)).rejects.toBeInstanceOf(UnreachableError);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.waitUntilSettled(projectId, toolId, { signal })).rejects.toThrow('enough');
  });

  it('lets go of its sockets when closed', async () => {
    const { client, server } = await setUp((_, response) => answerJson(response, 200, {}));
    const connected = once(server, 'connection');
    await client.whoAmI();
    const [socket] = (await connected) as [NodeJS.Socket];
    const closed = once(socket, 'close');
    await client.close();
    await closed;
  });
});
