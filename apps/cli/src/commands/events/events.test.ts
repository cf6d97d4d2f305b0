import type { ServerResponse } from 'node:http';
import { type EventNode, type EventView, newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { fakeApi, problem, projectId, projectPath } from '../../../test/fake-api.ts';
import { sampleNode } from '../../../test/fake-run.ts';
import { fakeTerminal, nowMs, run } from '../../../test/fake-terminal.ts';
import { runCli } from '../../run-cli.ts';

const treePath = `GET ${projectPath}/events/tree`;
const treeOf = (nodes: EventNode[], last_seq = 9) => ({ nodes, last_seq, is_cut: false });

function sampleTree() {
  const agent = sampleNode({ details: { input_tokens: 1000, output_tokens: 234 }, waited_ms: 400 });
  const turn = sampleNode({ parent_id: agent.id, depth: 1, kind: 'turn', label: 'turn 1', hidden_children: 2 });
  const details = { risk_level: 'HIGH', decision: 'reject', decided_by: 'Ada', feedback: 'no\u202e' };
  const call = sampleNode({
    ...{ parent_id: turn.id, depth: 2, kind: 'tool_call', label: 'bash \u001b[2J', status: 'rejected', details },
  });
  const last = sampleNode({
    ...{ parent_id: agent.id, depth: 1, kind: 'turn', label: 'turn 2', status: 'running', duration_ms: null },
  });
  return { agent, turn, call, last, nodes: [agent, turn, call, last] };
}

describe('countersign events tree [W5]', () => {
  it('draws it with lines, states, durations, waiting time and tokens', async () => {
    const { nodes, agent, turn, call, last } = sampleTree();
    const api = await fakeApi({ [treePath]: () => treeOf(nodes) });
    const { code, out } = await run(['events', 'tree'], api);
    expect(code).toBe(0);
    expect(out).toBe(`agent Tidy up  completed  1 s (waited 400 ms for people)  1,234 tokens  ${agent.id}
├── turn 1  completed  1 s  ${turn.id}
│   ├── call HIGH bash ⟦U+001B⟧[2J  rejected  1 s  rejected by Ada: no⟦U+202E⟧  ${call.id}
│   └── 2 more below
└── turn 2  running  ${last.id}
`);
  });

  it('nests nodes with --json, and passes on what is asked for', async () => {
    const { nodes, agent, call } = sampleTree();
    const queries: string[] = [];
    const api = await fakeApi({
      [treePath]: ({ query }) => {
        queries.push(String(query));
        return treeOf(nodes);
      },
    });
    const { out } = await run(['events', 'tree', '--id', agent.id.slice(0, 26), '-L', '2', '--json'], api);
    const tree = JSON.parse(out) as { nodes: { children: { children: { id: string }[] }[] }[]; last_seq: number };
    expect(tree.last_seq).toBe(9);
    expect(tree.nodes).toHaveLength(1);
    expect(tree.nodes[0]?.children[0]?.children[0]?.id).toBe(call.id);
    expect(queries).toEqual(['limit=100', `id=${agent.id}&depth=2`]);
    const wrong = await run(['events', 'tree', '-L', '99'], api);
    expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('-L takes a number from 1 to 10')]);
  });

  /** A server whose tree changes when the test says so, with a stream that ends for good with the test. */
  async function growing(first: EventNode[]) {
    const opened = Promise.withResolvers<ServerResponse>();
    let tree = treeOf(first);
    let isOver = false;
    const api = await fakeApi({
      [treePath]: () => tree,
      [`GET ${projectPath}/chat/stream`]: (_, response) => {
        if (isOver) return problem(response, 401, 'unauthenticated', 'over');
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        opened.resolve(response);
        return undefined;
      },
    });
    const become = async (nodes: EventNode[], seq: number) => {
      tree = treeOf(nodes, seq);
      const data = { session_id: newId<string>(), title: 'x', timestamp: new Date(nowMs).toISOString() };
      (await opened.promise).write(`id: ${seq}\nevent: session.created\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const end = async () => {
      isOver = true;
      (await opened.promise).end();
    };
    return { ...api, become, end };
  }

  it('follows one run to its end, a line for each change', async () => {
    const { agent, turn } = sampleTree();
    const running = { ...agent, status: 'running', ended_at: null, duration_ms: null };
    const server = await growing([running]);
    const terminal = fakeTerminal({ env: server.env });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      if (text.includes('agent Tidy up  running')) void server.become([running, turn], 10);
      if (text.includes('turn 1')) void server.become([agent, turn], 11);
    };
    expect(await runCli(['events', 'tree', '--id', agent.id, '--follow'], terminal)).toBe(0);
    expect(terminal.out.split('\n').map((line) => line.split('  ').filter(Boolean).slice(0, 2))).toEqual([
      ['agent Tidy up', 'running'],
      ['turn 1', 'completed'],
      ['agent Tidy up', 'completed'],
      [],
    ]);
  });

  it('draws it anew in its place on a screen, within its width and height', async () => {
    const { nodes, agent } = sampleTree();
    const server = await growing([agent]);
    const terminal = fakeTerminal({ env: server.env, screen: () => ({ columns: 30, rows: 4 }) });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      if (!text.includes('turn')) void server.become(nodes, 10);
      else void server.end();
    };
    await runCli(['events', 'tree', '--follow'], terminal);
    const [first, ...redrawn] = terminal.out.split('\u001b[1A\r\u001b[J');
    expect(first).toBe('agent Tidy up  completed  1 s…\n');
    expect(redrawn.at(-1)).toMatch(/^4 lines above\n└── turn 2 {2}running/);
  });
});

describe('countersign events list', () => {
  const event = (seq: number, changes: Partial<EventView> = {}): EventView => ({
    ...{ seq, chain_id: 'system', project_id: projectId, type: 'agent.started', subject_id: newId<string>() },
    ...{ parent_id: null, actor: 'system', at: new Date(nowMs).toISOString(), data: {}, hash: 'h' },
    ...changes,
  });

  it('shows the newest, however many other projects wrote in between', async () => {
    const all = [event(1), event(2, { data: { text: 'y\u001b'.repeat(100) } }), event(900), event(1000)];
    const afters: number[] = [];
    const api = await fakeApi({
      [treePath]: () => treeOf([], 1000),
      [`GET ${projectPath}/events`]: ({ query }) => {
        const after = Number(query.get('after'));
        afters.push(after);
        return { events: all.filter(({ seq }) => seq > after), has_more: false };
      },
    });
    const { out } = await run(['events', 'list', '--limit', '3'], api);
    expect(out.match(/^\d+/gm)).toEqual(['2', '900', '1000']);
    expect(out).toContain('\\u001b');
    expect(afters[0]).toBe(997);
    expect(afters.at(-1)).toBe(0);
    const json = await run(['events', 'list', '--after', '2', '--json'], api);
    expect((JSON.parse(json.out) as { events: object[] }).events).toHaveLength(2);
  });

  it('goes on as things happen, each entry once', async () => {
    const all = [event(1)];
    let isOver = false;
    const api = await fakeApi({
      [treePath]: () => treeOf([], 1),
      [`GET ${projectPath}/events`]: ({ query }) => ({
        events: all.filter(({ seq }) => seq > Number(query.get('after'))),
        has_more: false,
      }),
      [`GET ${projectPath}/chat/stream`]: (_, response) => {
        if (isOver) return problem(response, 401, 'unauthenticated', 'over');
        isOver = true;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const data = { session_id: newId<string>(), title: 'x', timestamp: new Date(nowMs).toISOString() };
        all.push(event(2), event(3));
        response.write(`id: 3\nevent: session.created\ndata: ${JSON.stringify(data)}\n\n`);
        streamed.resolve(response);
        return undefined;
      },
    });
    const streamed = Promise.withResolvers<ServerResponse>();
    const terminal = fakeTerminal({ env: api.env });
    const { write } = terminal;
    terminal.write = (text) => {
      write(text);
      if ((JSON.parse(text) as EventView).seq === 3) void streamed.promise.then((response) => response.end());
    };
    expect(await runCli(['events', 'list', '--follow', '--json'], terminal)).toBe(4);
    const seqs = terminal.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as EventView).seq);
    expect(seqs).toEqual([1, 2, 3]);
  });
});
