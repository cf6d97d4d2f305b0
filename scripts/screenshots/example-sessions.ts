import type { ExampleServer } from './example-server.ts';

const waitMs = 30_000;

/** Two runs of the demo, one that is over and one that waits for a person, and a command that prints for a while. */
export async function startExampleSessions(server: ExampleServer): Promise<void> {
  const { sessionIds } = server;
  sessionIds.done = startDemo(server, 'Tidy up the sample project.');
  for (let asked = 0; asked < 2; asked += 1) await approveNext(server, sessionIds.done);
  sessionIds.printing = await startPrinting(server);
  sessionIds.waiting = startDemo(server, 'Show me what you can do here.');
  await askedIn(server, sessionIds.waiting);
}

function startDemo({ command }: ExampleServer, task: string): string {
  const { run } = JSON.parse(command('run', task, '--model', 'demo', '--no-wait')) as { run: { session_id: string } };
  return run.session_id;
}

const printing = `echo 'TAP version 13'
for number in $(seq 1 200); do
  echo "ok $number - totals are rounded once, at the end"
  if [ $((number % 7)) -eq 0 ]; then echo "# slow: 1.2 s" >&2; fi
  sleep 1
done`;

/** Of an agent that is connected from elsewhere. */
async function startPrinting(server: ExampleServer): Promise<string> {
  const { address, projectId, command } = server;
  const { secret } = JSON.parse(command('token', 'create', '--kind', 'agent', '--name', 'test bot')) as {
    secret: string;
  };
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${address}/my/projects/${projectId}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const { session_id: sessionId } = await post('sessions', { title: 'Watch the tests' });
  await post('tools/execute', { tool_name: 'ls', tool_params: { path: '.' }, session_id: sessionId, wait_ms: 10_000 });
  await post('tools/execute', {
    tool_name: 'bash',
    tool_params: { cmd: printing, timeout_seconds: 300 },
    session_id: sessionId,
  });
  await approveNext(server, sessionId!);
  return sessionId!;
}

async function approveNext(server: ExampleServer, sessionId: string): Promise<void> {
  server.command('approvals', 'approve', await askedIn(server, sessionId));
}

/** The approval that a session waits for. */
async function askedIn({ command }: ExampleServer, sessionId: string): Promise<string> {
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    const { approvals } = JSON.parse(command('approvals', 'list')) as {
      approvals: { approval_id: string; session_id: string }[];
    };
    const found = approvals.find(({ session_id }) => session_id === sessionId);
    if (found) return found.approval_id;
  }
  throw new Error(`nobody was asked in ${sessionId}`);
}
