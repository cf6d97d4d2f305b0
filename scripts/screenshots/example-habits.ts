import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExampleServer } from './example-server.ts';

const hourMs = 3_600_000;
const waitMs = 60_000;
const rememberedSeconds = 8 * 3600;
/** Commands are run in between, each while everything else here stands still: an idle socket would be closed unnoticed. */
const once = { connection: 'close' };

/** A policy of some rules, and a week in which people were asked and answered. */
export async function addExampleHabits(server: ExampleServer): Promise<void> {
  writeFileSync(join(server.dataDir, 'policy.yaml'), examplePolicy);
  const agent = newSecret(server, '--kind', 'agent', '--name', 'build helper');
  server.command('user', 'create', 'Ada', '--project', server.projectId);
  const user = newSecret(server, '--kind', 'user', '--user', 'Ada', '--name', 'phone');
  for (const call of [...freeCalls, ...weekOfCalls]) await post(server, agent, 'tools/execute', call);
  const asked = await waiting(server, user, weekOfCalls.length);
  const remembered = [asked.pop()!, asked.pop()!];
  const decisions = asked.map(({ approval_id, tool_name }, index) => ({
    approval_id,
    decision: tool_name === 'write_file' && index % 2 === 0 ? 'reject' : 'approve',
  }));
  await post(server, user, 'approvals/decisions', { decisions });
  spreadOverAWeek(server.dataDir);
  for (const { approval_id: id } of remembered)
    await post(server, user, `approvals/${id}/approve`, { scope: 'class', expires_in_seconds: rememberedSeconds });
  for (const call of [...freeCalls, ...askedCalls]) await post(server, agent, 'tools/execute', call);
}

const command = (name: string, ...args: string[]) => ({
  tool_name: 'execute_command',
  tool_params: { command: name, args },
});
const freeCalls = [command('git', 'status'), { tool_name: 'list_directory', tool_params: { path: 'src' } }];
const askedCalls = [
  command('git', 'add', 'src'),
  command('git', 'add', 'docs'),
  { tool_name: 'write_file', tool_params: { path: 'docs/notes.md', content: 'Rates were checked.\n' } },
];
const weekOfCalls = Array.from({ length: 36 }, (_, index) => askedCalls[index % askedCalls.length]!);

/** The product knows no other time than now; a week of it is made by moving what was just asked back. */
function spreadOverAWeek(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'countersign.db'));
  database.exec('pragma busy_timeout = 5000');
  const rows = database.prepare('select no from call_rows order by no').all() as { no: number }[];
  const now = Date.now();
  for (const [index, { no }] of rows.entries()) {
    const share = 1 - index / rows.length;
    // More on some days than on others, and nothing at night.
    const day = Math.floor(share * 6.9);
    const at = now - (day * 24 + 1 + ((index * 7 + day * 3) % 8)) * hourMs;
    database.prepare('update call_rows set created_at = ? where no = ?').run(at, no);
    database
      .prepare('update approval_rows set requested_at = ?, decided_at = ? where call_no = ? and decided_at is not null')
      .run(at, at + 4_000 + ((index * 1_900) % 37_000), no);
  }
  database.close();
}

type Asked = { readonly approval_id: string; readonly tool_name: string };

async function waiting(server: ExampleServer, secret: string, count: number): Promise<Asked[]> {
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    const response = await fetch(
      `${server.address}/my/projects/${server.projectId}/approvals?status=pending&limit=${count}`,
      { headers: { authorization: `Bearer ${secret}`, ...once } },
    );
    const { approvals } = (await response.json()) as { approvals: Asked[] };
    if (approvals.length === count) return approvals;
  }
  throw new Error(`fewer than ${count} were asked about`);
}

function newSecret({ command }: ExampleServer, ...of: readonly string[]): string {
  return (JSON.parse(command('token', 'create', ...of)) as { secret: string }).secret;
}

async function post(server: ExampleServer, secret: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${server.address}/my/projects/${server.projectId}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...once },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

const examplePolicy = `version: 1
rules:
  - id: look-at-git
    description: Looking at a repository needs no question.
    match: { tool: [execute_command, bash], command: git, subcommand: [status, diff, log], effect: [reads, executes] }
    outcome: allow

  - id: publishing-is-serious
    description: What is published cannot be taken back.
    match: { command: npm, subcommand: publish }
    outcome: ask
    risk: HIGH
    timeout_seconds: none

  - id: keep-out-of-customers
    description: Data of customers is no business of agents.
    match: { path: data/customers/ }
    outcome: deny
`;
