import type { ExampleServer } from './example-server.ts';

const tools = { read: 'v1', write: 'v1', edit: 'v1', bash: 'v1', execute_command: 'v1' };

/** Two more beside the one that came with the server: one in a sandbox of macOS, one in none. */
export async function announceExampleRunners(server: ExampleServer): Promise<void> {
  await announce(server, 'Studio', 'mac-studio', {
    version: '0.1.0',
    platform: 'darwin arm64',
    roots: ['/Users/olga/work/site', '/Users/olga/work/docs'],
    sandbox: 'seatbelt',
    runs_commands: true,
    tools,
  });
  await announce(server, 'Old laptop', 'thinkpad', {
    version: '0.1.0',
    platform: 'linux x64',
    roots: ['/home/olga/scratch'],
    sandbox: 'none',
    runs_commands: true,
    tools,
  });
}

async function announce(
  { address, projectId, command }: ExampleServer,
  name: string,
  machine: string,
  announcement: object,
): Promise<void> {
  const made = command('token', 'create', '--kind', 'runner', '--name', name, '--machine', machine);
  const { secret } = JSON.parse(made) as { secret: string };
  await fetch(`${address}/my/projects/${projectId}/runners/announce`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(announcement),
  });
}
