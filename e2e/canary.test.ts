import { randomBytes } from 'node:crypto';
import type { ApprovalView, ExecuteResponse, SignedOrder, ToolDefinition } from '@countersign/contract';
import { openStore } from '@countersign/store';
import { anAnnouncement, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { everyByte } from './harness/every-byte.ts';
import type { RawSocket } from './harness/raw-socket.ts';
import { ownStage, type Stage } from './harness/stage.ts';
import { Witness } from './harness/witness.ts';

/** Tools that take anything, so that a canary can be anywhere in their arguments. */
const anything = (name: string, target: ToolDefinition['target']): ToolDefinition => ({
  name,
  description: 'Takes anything',
  inputSchema: { type: 'object', additionalProperties: true },
  target,
  executionTimeoutMs: 10_000,
});

describeOnEachDatabase('a canary in everything that anybody can write', (database) => {
  const lines: string[] = [];
  /** What the next list of projects fails with: a fault of the server, which is logged. */
  let fault: Error | null = null;

  const open = (): Promise<Stage> =>
    ownStage(database, {
      config: { logLevel: 'trace' },
      parts: {
        logTo: { write: (line) => void lines.push(line) },
        extraTools: [anything('anything', 'runner'), anything('compute', 'server')],
        executor: {
          execute: async (_name, args) => {
            if (args.fail === true) throw new Error(`it failed with ${JSON.stringify(args)}`);
            return { ok: true, result: { echo: args } };
          },
        },
        async openStore(url, options) {
          const store = await openStore(url, options);
          return { ...store, listProjects: () => (fault ? Promise.reject(fault) : store.listProjects()) };
        },
      },
    });

  it.each([
    ['shaped as a token of GitHub', () => `ghp_${randomBytes(18).toString('hex')}`],
    ["known to the system alone: the agent's own credential", (stage: Stage) => stage.cast.agent],
    ["known to the system alone: a user's credential", (stage: Stage) => stage.cast.member],
  ])('is found nowhere but in the order of the runner: %s [G8]', async (_, canaryOf) => {
    lines.length = 0;
    const stage = await open();
    const canary = canaryOf(stage);
    // Nobody knows it, but the name it goes by tells that it is a secret.
    const named = `horse-${randomBytes(8).toString('hex')}`;
    const witness = new Witness(stage);
    const base = `/my/projects/${stage.projectId}`;
    const everyone = ['owner', 'member', 'agent', 'secondAgent', 'runner', 'secondRunner'] as const;
    // Whoever has shown a credential once is known.
    for (const who of everyone) await witness.send(who, '/my/principal');
    for (const who of everyone) await witness.listen(who);

    // Names of things, and what is said when they are taken.
    const text = `is ${canary}!`;
    for (const twice of [1, 2]) {
      await witness.send('owner', '/api/users', { json: { name: text } });
      await witness.send('owner', '/api/projects', { json: { name: text } });
      for (const kind of ['agent', 'runner'] as const) {
        const json = { kind, name: text, machine: text, project_id: stage.projectId };
        const made = await witness.send('owner', '/api/tokens', { json });
        expect(made.status).toBe(twice === 1 ? 201 : 409);
      }
    }
    await witness.send('owner', '/api/tokens', { json: { kind: 'user', name: text } });

    // A session, and sockets on it.
    await witness.send('agent', `${base}/sessions`, { json: { title: text, machine: text } });
    const session = (await witness.send('agent', `${base}/sessions`, { json: { title: text } })).json as {
      session_id: string;
    };
    const owner = await witness.join('owner', session.session_id);
    const runner = await witness.join('runner', session.session_id);

    // Arguments, wherever they can be.
    const args = {
      text,
      nested: { list: [canary, { deep: `x=${canary}` }] },
      [canary]: 'as a name',
      password: named,
      json: JSON.stringify({ inner: canary }),
      url: `https://user:${canary}@example.org/?q=${canary}`,
    };
    const ask = async (more: object = {}, tool_params: object = args): Promise<ExecuteResponse> => {
      const json = { tool_name: 'anything', tool_params, session_id: session.session_id, note: text, ...more };
      const headers = { 'idempotency-key': `${canary}-${randomBytes(4).toString('hex')}` };
      return (await witness.send('agent', `${base}/tools/execute`, { json, headers })).json as ExecuteResponse;
    };
    const approvalOf = async ({ approval_id }: ExecuteResponse): Promise<ApprovalView> =>
      (await witness.send('owner', `${base}/approvals/${approval_id}`)).json as ApprovalView;
    const waiting = await ask();
    expect(waiting.status).toBe('awaiting_approval');
    await ask({ tool_name: canary });
    await ask({ tool_name: 'read_file' }, { path: canary, [canary]: 1 });
    await ask({ tool_name: 'list_directory' }, { path: { [canary]: canary } });
    await expectAbsent(stage, [canary, named], 'while a call is open');

    // Decisions: every verb, every surface.
    const decide = (call: ExecuteResponse, way: string, json: object) =>
      witness.send('owner', `${base}/approvals/${call.approval_id}/${way}`, { json });
    const approve = { decision: 'approve', feedback: text };
    expect((await decide(waiting, 'decision', approve)).status).toBe(200);
    await decide(waiting, 'approve', { [canary]: text });
    await decide(waiting, 'reject', { reason: text });
    await decide(await ask(), 'reject', { reason: text });
    await decide(await ask(), 'decision', { decision: 'reject', feedback: text, digest: canary });
    await decide(await ask(), 'decision', { decision: text });
    const { approval_id: batched } = await ask();
    const decisions = [{ approval_id: batched, decision: 'reject', feedback: text, digest: canary.padEnd(64, '0') }];
    await witness.send('owner', `${base}/approvals/decisions`, { json: { decisions } });
    const edited = await ask();
    const { tool_params: shown } = await approvalOf(edited);
    await decide(edited, 'decision', { decision: 'edit', modified_arguments: { text: '***REDACTED***' } });
    await decide(edited, 'decision', {
      decision: 'edit',
      feedback: text,
      modified_arguments: { password: (shown as { password: string }).password, more: canary },
    });
    const overSocket = await ask();
    owner.send({ type: 'hitl_decision', request_id: text.slice(0, 90), call_id: overSocket.tool_id, decision: canary });
    owner.send({ type: 'hitl_decision', call_id: overSocket.tool_id, decision: 'approve', feedback: text });
    owner.send({ type: canary, request_id: canary.slice(0, 90), [canary]: canary });
    owner.send(`{"type":"${canary}`);
    await until(owner, (message) => message.type === 'hitl_decision_result');

    // Runners: the real arguments reach them, and nothing of what they say stays readable.
    const claim = async ({ tool_id }: ExecuteResponse): Promise<SignedOrder['order']> => {
      const { body } = { body: (await stage.runner.runner.claim(stage.projectId, tool_id)).signed_order };
      return body.order;
    };
    expect((await claim(waiting)).call.arguments).toEqual(args);
    expect((await claim(edited)).call.arguments).toEqual({ password: named, more: canary });
    const report = ({ tool_id }: ExecuteResponse, json: object) =>
      witness.send('runner', `${base}/tools/${tool_id}/result`, { json });
    await report(waiting, { status: 'completed', fence: 1, result: { ...args, stdout: text } });
    await report(waiting, { status: 'failed', fence: 1, error: text });
    await report(edited, {
      status: 'failed',
      fence: 1,
      error: `password=${named} ${text}`,
      result: { [canary]: text },
    });
    await claim(overSocket);
    runner.send({
      type: 'tool_result',
      call_id: overSocket.tool_id,
      request_id: canary,
      status: 'failed',
      error: text,
      fence: 1,
    });
    await until(runner, (message) => message.type === 'tool_result_ack');
    for (const fail of [false, true]) {
      const computed = await ask({ tool_name: 'compute' }, { ...args, fail });
      await decide(computed, 'approve', {});
      await stage.agent.waitUntilSettled(stage.projectId, computed.tool_id);
      await witness.send('agent', `${base}/tool-calls/${computed.tool_id}`);
    }
    // What runners say of themselves, of their files and of what is printed, a canary cut in two among it.
    const announced = { ...anAnnouncement, version: canary.slice(0, 90), platform: text.slice(0, 90), roots: [text] };
    expect((await witness.send('runner', `${base}/runners/announce`, { json: announced })).status).toBe(200);
    const pairing = { code: canary.slice(0, 90), name: text.slice(0, 90), machine: text.slice(0, 90) };
    await witness.send('runner', '/runners/pair', { json: pairing });
    const seen = await ask({ tool_name: 'write_file' }, { path: `${canary}.txt`, content: text });
    expect(seen.status).toBe('pending');
    const file = {
      path: `${canary}.txt`,
      sha256: 'a'.repeat(64),
      size: 9,
      text: `before ${text}\npassword=${named}\n`,
    };
    await witness.send('runner', `${base}/tools/${seen.tool_id}/preview`, { json: { files: [file] } });
    const { approval_id: shownWith } = (await witness.send('agent', `${base}/tool-calls/${seen.tool_id}`))
      .json as ExecuteResponse;
    await approvalOf({ ...seen, approval_id: shownWith });
    await decide({ ...seen, approval_id: shownWith }, 'approve', {});
    await claim(seen);
    const printing = (offset: number, said: string) => ({ stream: 'stdout', offset, text: said });
    const print = (chunks: readonly object[]) =>
      witness.send('runner', `${base}/tools/${seen.tool_id}/output`, { json: { fence: 1, chunks } });
    const said = `${text}\npassword=${named}\n${canary}`;
    const middle = said.length - Math.floor(canary.length / 2);
    await print([printing(0, said.slice(0, 9)), printing(9, said.slice(9, middle))]);
    await print([printing(middle, said.slice(middle))]);
    await report(seen, { status: 'completed', fence: 1 });
    await witness.send('runner', `${base}/tools/${seen.tool_id}/undone`, { json: { path: text, sha256: null } });
    await witness.send('agent', `${base}/tool-calls/${seen.tool_id}/output`);
    await witness.send('owner', `${base}/runners`);

    const stopped = await ask();
    await witness.send('agent', `${base}/tool-calls/${stopped.tool_id}/cancel`, { json: {} });

    for (const scope of ['class', 'session']) await decide(await ask(), 'decision', { ...approve, scope });
    await ask();

    // What is refused.
    const encoded = encodeURIComponent(canary);
    for (const headers of [
      { 'user-agent': canary, cookie: `countersign_session=${canary}`, 'x-request-id': canary },
      { origin: `https://${canary}.example` },
      { host: `${canary}.example` },
      { 'content-type': canary },
      { 'last-event-id': canary },
      { authorization: `Bearer x${canary}` },
      { 'idempotency-key': canary.repeat(9) },
    ]) {
      await witness.send('agent', `${base}/tools/execute`, { json: { tool_name: canary, [canary]: canary }, headers });
      await witness.send('owner', `${base}/chat/stream?after=${encoded}`, { headers, headOnly: true });
    }
    for (const body of [`{"tool_name":"${canary}`, `["${canary}"]`, `"${canary}"`, canary, `{"${canary}":1}`]) {
      await witness.send('agent', `${base}/tools/execute`, { body });
      await witness.send('owner', '/api/users', { body });
      await witness.send('runner', `${base}/tools/${waiting.tool_id}/result`, { body });
    }
    for (const path of [
      `/${encoded}`,
      `/my/projects/${encoded}/tool-calls`,
      `${base}/tool-calls?status=${encoded}`,
      `${base}/tool-calls?cursor=${encoded}&${encoded}=1`,
      `${base}/approvals/${encoded}`,
      `${base}/grants?session_id=${encoded}`,
      `/auth/link?ticket=x${encoded}`,
      `/%${canary}`,
    ]) {
      await witness.send('owner', path);
    }
    fault = new Error(`cannot read ${canary}`, { cause: { password: named, query: [canary] } });
    expect((await witness.send('owner', '/api/projects')).status).toBe(500);
    fault = null;

    // Everything that can be read, by everyone.
    for (const who of everyone) {
      for (const list of ['tool-calls', 'approvals?status=all', 'approvals', 'sessions', 'grants?include_ended=true']) {
        await witness.send(who, `${base}/${list}`);
      }
    }
    for (const list of ['users', 'projects', 'tokens']) await witness.send('owner', `/api/${list}`);
    await witness
      .join('owner', session.session_id)
      .then((again) => until(again, ({ type }) => type === 'pending_approvals'));
    for (const who of ['owner', 'member', 'agent'] as const) await witness.heard(who, stopped.tool_id);

    for (const { from, text: said } of witness.told) {
      for (const needle of [canary, named])
        expect(said.includes(needle), `${from}: ${said.slice(0, 2_000)}`).toBe(false);
    }
    expect(witness.orders.some(({ text: order }) => order.includes(canary) && order.includes(named))).toBe(true);
    expect(lines.join('')).toContain('cannot read ***REDACTED***');
    for (const line of lines) {
      expect(() => JSON.parse(line) as unknown).not.toThrow();
      for (const needle of [canary, named]) expect(line).not.toContain(needle);
    }
    await expectAbsent(stage, [canary, named], 'at the end');
  });
});

async function until(socket: RawSocket, isIt: (message: Record<string, unknown>) => boolean): Promise<void> {
  for (;;) {
    const message = await socket.next();
    if (message === null) throw new Error('the server closed the socket');
    if (isIt(message)) return;
  }
}

async function expectAbsent({ databaseUrl }: Stage, needles: readonly string[], when: string): Promise<void> {
  for (const [place, bytes] of await everyByte(databaseUrl)) {
    for (const needle of needles) expect(bytes.includes(needle), `${place}, ${when}`).toBe(false);
  }
}
