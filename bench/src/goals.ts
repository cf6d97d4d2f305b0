type Direction = 'at-least' | 'at-most';
type Unit = 'x' | 'B' | 'ms';

export type Target = {
  readonly id: string;
  readonly what: string;
  readonly direction: Direction;
  readonly limit: number;
  readonly unit: Unit;
};

export type Goal = { readonly number: number; readonly sentence: string; readonly targets: readonly Target[] };

/** Every goal, in the order of the list. One without a program in `experiments.ts` is reported as not measured. */
export const goals: readonly Goal[] = [
  goal(1, 'Approval loop over REST and SSE, durable, 32 at once, against LangGraph JS with SqliteSaver', [
    atLeast('1', 'approvals per second / LangGraph', 10),
  ]),
  goal(2, 'Approval loop, 1 at a time, against LangGraph and DBOS', [
    atMost('2-langgraph', 'p50 / LangGraph', 0.5),
    atMost('2-dbos', 'p50 / DBOS', 0.25),
  ]),
  goal(3, 'Approval loop, 32 at once, against the fastest of OpenAI Agents, AI SDK, Mastra, Restate, DBOS', [
    atLeast('3', 'approvals per second / the fastest', 5),
  ]),
  goal(4, 'Gated durable upstream call, 5 ms upstream, against the direct call', [
    atMost('4-one', 'p50 / direct, 1 at a time', 1.4),
    atMost('4-many', 'p50 / direct, 32 at once', 1.8),
  ]),
  goal(5, 'Gated upstream call, 0 ms upstream, 32 at once, against a bare undici proxy', [
    atLeast('5-durable', 'throughput / bare proxy, durable', 0.35),
    atLeast('5-unrecorded', 'throughput / bare proxy, recording off', 0.7),
  ]),
  goal(6, 'MCP gateway with durable audit, 1 and 32 at once, against other gateways', [
    atLeast('6-sdk', 'calls per second / SDK proxy', 1.7),
    atLeast('6-hub', 'calls per second / mcp-hub', 1.5),
    atMost('6-direct', 'p50 / direct, 1 at a time', 2.5),
  ]),
  goal(7, 'HTTP API as MCP tool, durable, against @ivotoby/openapi-mcp-server', [
    atLeast('7-many', 'calls per second / peer, 32 at once', 3),
    atLeast('7-one', 'calls per second / peer, 1 at a time', 1.3),
  ]),
  goal(8, 'State changes, 64 at once, against one commit a change', [
    atLeast('8-sqlite', 'changes per second / SQLite FULL, one commit each', 8),
    atLeast('8-postgres', 'changes per second / PostgreSQL, one connection', 3),
  ]),
  goal(9, 'Memory of a pending wait and of an open SSE connection', [
    atMost('9-watched', 'heap per pending wait with a waiter', 2 * 1024, 'B'),
    atMost('9-unwatched', 'heap per pending wait without a waiter', 100, 'B'),
    atMost('9-stream', 'RSS per open SSE connection', 16 * 1024, 'B'),
  ]),
  goal(10, 'Notifying with 10,000 SSE connections open', [
    atMost('10-one', 'time to notify one of 10,000 / one of 10', 1.5),
    atMost('10-broadcast', 'longest block of the loop in a broadcast', 10, 'ms'),
  ]),
  goal(11, 'Growth of submit, decide, get recent and list pending', [
    atMost('11-finished', 'slowest growth, 1M finished calls / 1k', 1.3),
    atMost('11-pending', 'slowest growth, 100k pending calls / 100', 1.3),
  ]),
  goal(12, 'File tools against rg, fd and the reference MCP filesystem server', [
    atMost('12-grep', 'grep / rg', 1.15),
    atMost('12-find', 'find / fd', 1.5),
    atMost('12-read', 'read and ls / reference server', 0.5),
    atMost('12-edit', 'edit / read and write', 1.5),
  ]),
  goal(13, 'Spawned tools against the size of the server and against a bare spawn', [
    atMost('13-size', 'spawn at 1 GB RSS / at 60 MB', 1.2),
    atMost('13-block', 'longest block of the loop', 3, 'ms'),
    atMost('13-bubblewrap', 'bubblewrap / bare spawn', 3.2),
  ]),
  goal(14, 'Disk per approval, and latency with many tools', [
    atMost('14-disk', 'bytes per approval / LangGraph', 0.25),
    atMost('14-tools', 'p99 with 1000 tools / with one', 1.3),
  ]),
  goal(15, 'A turn of the agent, durable, with a model and a tool that take no time', [
    atMost('15-turn', 'p50 of a turn, its tool call through the gate included', 3, 'ms'),
    atMost('15-flat', 'p50 of turns 401 to 500 / of turns 1 to 100', 1.3),
  ]),
  goal(16, 'The page in Chromium, on the machine of the server', [
    atMost('16-arrival', 'p95 from the commit of an approval until its row is painted', 100, 'ms'),
    atMost('16-first', 'from opening the page until rows of 10,000 that wait are painted', 1_000, 'ms'),
    atMost('16-scroll', 'p95 of a frame while 10,000 are scrolled through', 50, 'ms'),
  ]),
];

function goal(number: number, sentence: string, targets: readonly Target[]): Goal {
  return { number, sentence, targets };
}

function atLeast(id: string, what: string, limit: number, unit: Unit = 'x'): Target {
  return { id, what, direction: 'at-least', limit, unit };
}

function atMost(id: string, what: string, limit: number, unit: Unit = 'x'): Target {
  return { id, what, direction: 'at-most', limit, unit };
}
