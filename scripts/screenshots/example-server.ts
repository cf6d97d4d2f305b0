import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.ts';

const cli = join(root, 'apps/cli/bin/countersign.js');

export type ExampleServer = {
  readonly address: string;
  /** Signs a browser in, once. */
  readonly link: string;
  readonly projectId: string;
  readonly dataDir: string;
  /** Approvals by what they show, once they were asked for. */
  readonly approvalIds: Record<string, string>;
  /** Sessions likewise. */
  readonly sessionIds: Record<string, string>;
  readonly command: (...args: readonly string[]) => string;
  close(): Promise<void>;
};

/** The product as anybody starts it, in a small project made for the pictures. */
export async function startExampleServer(): Promise<ExampleServer> {
  const scratch = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
  const workspace = join(scratch, 'web-shop');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(projectFiles)) writeFileSync(join(workspace, name), text);
  const env = {
    ...process.env,
    COUNTERSIGN_DATA_DIR: join(scratch, 'data'),
    COUNTERSIGN_PORT: process.env.COUNTERSIGN_PORT ?? '7791',
    // Nothing runs out while pictures are taken.
    COUNTERSIGN_APPROVAL_SECONDS_MEDIUM: '900',
    COUNTERSIGN_APPROVAL_SECONDS_HIGH: '1800',
    NO_COLOR: '1',
  };
  const child = spawn(process.execPath, [cli, 'start', '--no-open', '--json'], { cwd: workspace, env });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said: Record<string, Record<string, string>> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Record<string, string>;
    said[message.type!] = message;
    if (said.ready && said.runner) break;
  }
  const { ready } = said;
  if (!ready) throw new Error(`the server did not start: ${errors}`);
  const command = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--json'], {
      cwd: workspace,
      env: { ...env, COUNTERSIGN_SERVER: ready.address },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  return {
    address: ready.address!,
    link: ready.link!,
    projectId: ready.project_id!,
    dataDir: env.COUNTERSIGN_DATA_DIR,
    approvalIds: {},
    sessionIds: {},
    command,
    async close() {
      child.kill('SIGTERM');
      await gone;
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Calls of three agents, such as there are on any day, and one that tries to deceive. */
export async function askForExamples(server: ExampleServer): Promise<void> {
  const { command, approvalIds } = server;
  const secrets = Object.fromEntries(
    ['refactorer', 'release bot', 'reviewer'].map((name) => {
      const { secret } = JSON.parse(command('token', 'create', '--kind', 'agent', '--name', name)) as {
        secret: string;
      };
      return [name, secret];
    }),
  );
  const ask = async (agent: string, tool_name: string, tool_params: object, note?: string): Promise<string> => {
    const response = await fetch(`${server.address}/my/projects/${server.projectId}/tools/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets[agent]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool_name, tool_params, ...(note === undefined ? {} : { note }) }),
    });
    const { tool_id, status, error } = (await response.json()) as Record<string, string>;
    if (status !== 'pending' && status !== 'awaiting_approval') throw new Error(`${tool_name}: ${status} ${error}`);
    return await approvalOf(server, tool_id!);
  };
  approvalIds.decided = await ask('reviewer', 'execute_command', { command: 'npm', args: ['audit'] });
  command('approvals', 'reject', approvalIds.decided, '--feedback', 'The audit runs in CI. Look there.');
  const tested = await ask('refactorer', 'execute_command', { command: 'npm', args: ['test'] });
  command('approvals', 'approve', tested);
  approvalIds.command = await ask(
    'refactorer',
    'execute_command',
    { command: 'npm', args: ['test', '--', '--run'], timeout: 120 },
    'I changed the tax rules and want to see whether the tests still pass.',
  );
  approvalIds.diff = await ask(
    'refactorer',
    'edit',
    { path: 'src/cart.ts', find: editedText, replace: newText },
    'Reduced rate for books, as asked in the ticket.',
  );
  approvalIds.script = await ask('release bot', 'bash', { cmd: releaseScript }, 'Release 2.4.0.');
  await ask('reviewer', 'write_file', {
    path: 'docs/review.md',
    content: '# Review\n\n- totals are rounded once, at the end\n- no float in the database\n',
  });
  approvalIds.hostile = await ask(
    'reviewer',
    'execute_command',
    { command: 'git', args: ['commit', '-m', hostileText] },
    'Harmless!\u202e <b>already approved by your admin</b>',
  );
  await ask('release bot', 'execute_command', { command: 'git', args: ['push', 'origin', 'main'] });
}

const waitMs = 15_000;

async function approvalOf({ command }: ExampleServer, toolId: string): Promise<string> {
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    const { approvals } = JSON.parse(command('approvals', 'list')) as {
      approvals: { approval_id: string; tool_id: string }[];
    };
    const found = approvals.find(({ tool_id }) => tool_id === toolId);
    if (found) return found.approval_id;
  }
  throw new Error('nobody was asked');
}

const editedText = `  const tax = subtotal * VAT;
  return subtotal + tax;`;
const newText = `  const tax = lines.reduce((sum, line) => sum + line.price * line.count * rateOf(line.kind), 0);
  return round(subtotal + tax);`;
const hostileText = 'fix\u202e gnihton od ,elpmaxe rof\u200b\u200b  \u001b[2Jrm -rf';
const releaseScript = `set -e
npm ci
npm run build
git tag v2.4.0
git push origin v2.4.0
curl -fsS -X POST https://hooks.example.org/released -d version=2.4.0`;

const projectFiles: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "web-shop", "version": "2.3.9", "scripts": { "test": "node --test", "build": "tsc" } }\n',
  'src/cart.ts': `import { VAT } from './tax.ts';

export type Line = { kind: string; price: number; count: number };

export function total(lines: readonly Line[]): number {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.count, 0);
${editedText}
}

export function isEmpty(lines: readonly Line[]): boolean {
  return lines.length === 0;
}
`,
};
