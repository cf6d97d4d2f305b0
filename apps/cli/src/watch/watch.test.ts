import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { decisionOn, fakeApi, problem, projectPath, sampleApproval } from '../../test/fake-api.ts';
import { fakeTerminal, scriptedPrompts } from '../../test/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

type Sent = { readonly event: string; readonly data: unknown };

/** A server with one stream, which ends for good (401) once the test has closed it. */
async function watched(
  approvals: readonly ReturnType<typeof sampleApproval>[],
  pending = approvals,
  others: Parameters<typeof fakeApi>[0] = {},
) {
  const opened = Promise.withResolvers<ServerResponse>();
  let isOver = false;
  let id = 0;
  const byId = Object.fromEntries(
    approvals.flatMap((approval) => {
      const path = `${projectPath}/approvals/${approval.approval_id}`;
      return [
        [`GET ${path}`, () => approval],
        [`POST ${path}/approve`, () => decisionOn(approval, 'approve')],
        [`POST ${path}/reject`, () => decisionOn(approval, 'reject')],
      ];
    }),
  );
  const api = await fakeApi({
    ...byId,
    ...others,
    [`GET ${projectPath}/approvals`]: () => ({ approvals: pending, next_cursor: null }),
    [`GET ${projectPath}/chat/stream`]: (_, response) => {
      if (isOver) return problem(response, 401, 'unauthenticated', 'over');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      opened.resolve(response);
      return undefined;
    },
  });
  const send = async ({ event, data }: Sent) => {
    id += 1;
    (await opened.promise).write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const end = async () => {
    isOver = true;
    (await opened.promise).end();
  };
  return { ...api, send, end };
}

const requested = ({ approval_id, tool_id, session_id }: ReturnType<typeof sampleApproval>): Sent => ({
  event: 'tool.approval_request',
  data: { approval_id, tool_id, session_id, tool_name: 'x', risk_level: 'LOW', description: 'x' },
});

const resolved = ({ approval_id }: ReturnType<typeof sampleApproval>, by: string | null): Sent => ({
  event: 'approval.resolved',
  data: {
    approval_id,
    status: by ? 'approved' : 'expired',
    decision: by ? 'approve' : null,
    decided_by: by,
    feedback: null,
  },
});

/** A terminal that calls back when its output first contains a text. */
function terminalThat(says: Record<string, () => unknown>, given: Parameters<typeof fakeTerminal>[0]) {
  const left = new Map(Object.entries(says));
  const terminal = fakeTerminal(given);
  const { write } = terminal;
  terminal.write = (text) => {
    write(text);
    for (const [part, act] of left) {
      if (!terminal.out.includes(part)) continue;
      left.delete(part);
      void act();
    }
  };
  return terminal;
}

describe('approvals watch', () => {
  it('tells what waits, what comes and who decided, each once [A7]', async () => {
    const [first, second] = [sampleApproval(), sampleApproval({ agent: { agent_id: 'a', name: 'tester' } })];
    const server = await watched([first, second], [first]);
    const terminal = terminalThat(
      {
        'builder asks': () => server.send(requested(first)).then(() => server.send(requested(second))),
        'tester asks': () => server.send(resolved(first, 'Ada')),
        'approved by Ada': () => server.send(resolved(second, null)),
        '- expired': () => server.end(),
      },
      { env: server.env },
    );
    expect(await runCli(['approvals', 'watch'], terminal)).toBe(4);
    expect(terminal.out.match(/builder asks: write_file a\.txt/g)).toHaveLength(1);
    expect(terminal.out).toContain(`countersign approvals show ${second.approval_id}`);
    expect(terminal.out).toContain('the connection is lost');
  });

  it('prints one JSON line for each with --json', async () => {
    const one = sampleApproval();
    const server = await watched([one]);
    const terminal = terminalThat(
      { '"requested"': () => server.send(resolved(one, 'Ada')), '"resolved"': () => server.end() },
      { env: server.env },
    );
    await runCli(['approvals', 'watch', '--json'], terminal);
    const lines = terminal.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; approval?: object });
    expect(lines.map(({ kind }) => kind)).toEqual(['connected', 'requested', 'resolved', 'disconnected']);
    expect(lines[1]?.approval).toEqual(one);
  });
});

describe('approvals watch in a terminal', () => {
  it('shows a request in full, offers leaving it first, and sends the decision', async () => {
    const one = sampleApproval();
    const server = await watched([one]);
    const labels: string[] = [];
    const prompts = scriptedPrompts((_, choices) => {
      labels.push(...choices.map(({ label }) => label));
      return 'Approve and remember: Writes under src/';
    });
    const terminal = terminalThat(
      { 'Approved by Ada': () => server.send(resolved(one, 'Ada')).then(server.end) },
      { env: server.env, isInteractive: true, prompts },
    );
    await runCli(['approvals', 'watch'], terminal);
    expect(labels[0]).toBe('Decide later');
    expect(terminal.out).toContain('It changes a file.');
    expect(terminal.out).not.toContain('+ approved by Ada');
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({ digest: one.digest, scope: 'class' });
  });

  it('offers no approving of what cannot be shown [A8]', async () => {
    const sample = sampleApproval();
    const one = { ...sample, scopes: [], display: { ...sample.display, showable: false, complete: false } };
    const server = await watched([one]);
    const labels: string[] = [];
    const prompts = scriptedPrompts((_, choices) => {
      labels.push(...choices.map(({ label }) => label));
      return 'Reject';
    });
    const terminal = terminalThat(
      { 'ejected by Ada': () => server.send(resolved(one, 'Ada')).then(server.end) },
      { env: server.env, isInteractive: true, prompts },
    );
    await runCli(['approvals', 'watch'], terminal);
    expect(labels).toEqual([
      'Decide later',
      'Change the arguments, then approve',
      'Reject and say why',
      'Reject',
      'On a phone',
    ]);
  });

  it('says where a request is found again that is left for later', async () => {
    const one = sampleApproval();
    const server = await watched([one]);
    const terminal = terminalThat(
      { 'It goes on waiting': () => server.end() },
      { env: server.env, isInteractive: true, prompts: scriptedPrompts(() => 'Decide later') },
    );
    await runCli(['approvals', 'watch'], terminal);
    expect(terminal.out).toContain(`countersign approvals show ${one.approval_id}`);
    expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('shows a code for a phone, and goes on when the request is decided there [A7]', async () => {
    const one = sampleApproval();
    const server = await watched([one], [one], {
      'POST /auth/links': () => ({ link: 'http://192.168.1.20:7717/auth/link?ticket=t', expires_in_seconds: 600 }),
    });
    const answers = ['On a phone', undefined];
    const prompts = scriptedPrompts(() => answers.shift());
    const terminal = terminalThat(
      {
        'Point the camera of a phone at it': () => server.send(resolved(one, 'Ada')),
        'approved by Ada': () => server.end(),
      },
      { env: server.env, isInteractive: true, prompts },
    );
    await runCli(['approvals', 'watch'], terminal);
    expect(terminal.out).toContain('█');
    const written = server.asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(written).toEqual(['/auth/links']);
  });

  it('closes its question when somebody else decides, and says who [A7]', async () => {
    const one = sampleApproval();
    const server = await watched([one]);
    const prompts = scriptedPrompts(() => void server.send(resolved(one, 'Grace')));
    const terminal = terminalThat(
      { 'approved by Grace': () => server.end() },
      { env: server.env, isInteractive: true, prompts },
    );
    await runCli(['approvals', 'watch'], terminal);
    expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('goes on after a decision that came too late, and ends when the person does', async () => {
    const [late, next] = [
      sampleApproval(),
      sampleApproval({ display: { title: 'next', sections: [], complete: true, showable: true, warnings: [] } }),
    ];
    const api = await fakeApi({
      [`GET ${projectPath}/approvals`]: () => ({ approvals: [late, next], next_cursor: null }),
      [`POST ${projectPath}/approvals/${late.approval_id}/approve`]: (_, response) =>
        problem(response, 409, 'already_decided', 'Grace was first.'),
      [`GET ${projectPath}/chat/stream`]: (_, response) => response.writeHead(200).flushHeaders(),
    });
    const answers = ['Approve this call', 'Ctrl+C'];
    const terminal = fakeTerminal({
      env: api.env,
      isInteractive: true,
      prompts: scriptedPrompts(() => answers.shift()),
    });
    expect(await runCli(['approvals', 'watch'], terminal)).toBe(0);
    expect(terminal.out).toContain('not decided: Grace was first.');
    expect(terminal.out).toContain('next');
  });
});
