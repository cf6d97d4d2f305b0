import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandbox } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandRequest } from './command-runner.ts';
import { createCommandRunner } from './create-command-runner.ts';
import type { HelperCommandRunner } from './helper-command-runner.ts';

describe.skipIf(!hasSandbox)('a command in the sandbox', () => {
  let base: string;
  let root: string;
  let runner: HelperCommandRunner;
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-created-')));
    root = join(base, 'root');
    for (const folder of [join(base, 'tools/bin'), join(root, 'bin')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'own-tool'), `#!/bin/bash\necho ${folder}\n`, { mode: 0o755 });
    }
    const created = await createCommandRunner({
      toolPath: [join(root, 'bin'), join(base, 'tools/bin')],
      gitIdentity: { name: 'Ada "the first" L\nx', email: 'ada@example.com' },
      environment: { LANG: 'C.UTF-8', TZ: 'Asia/Tokyo', API_TOKEN: 'secret' },
    });
    if (created.runner === null) throw new Error(created.refusal ?? 'no runner');
    runner = created.runner;
  });
  afterAll(async () => {
    await runner.close();
    rmSync(base, { recursive: true });
  });

  it('reaches the network only where policy gives it [T6]', async () => {
    const server = createServer((connection) => connection.end('hello\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const script = `exec 9<>/dev/tcp/127.0.0.1/${port} && cat <&9`;
    expect(await run(script, { mayUseNetwork: true })).toBe('hello\n');
    expect(await run(script, { mayUseNetwork: false })).toBe('');
    server.close();
  });

  it('finds programs in the folders it was given, and in none that lies in a root [T6]', async () => {
    expect(await run('own-tool')).toBe(`${join(base, 'tools/bin')}\n`);
    expect(await run('echo x > "$(dirname "$(command -v own-tool)")/planted" || echo refused')).toBe('refused\n');
  });

  it('commits under the name it was given', async () => {
    const script =
      'git init -q repo && cd repo && touch a && git add a && git commit -qm first && git log --format="%an %ae"';
    expect(await run(script)).toBe('Ada "the first" L x ada@example.com\n');
  });

  it('has the time zone of the runner and nothing else of its environment [T6]', async () => {
    expect(await run('date -d @0 +%H; echo "[$API_TOKEN]"')).toBe('09\n[]\n');
  });

  it('cannot change the script that was approved, and neither can another that runs beside it [T6]', async () => {
    const path = join(root, 'script.sh');
    const text =
      '#!/bin/bash\necho approved\n(echo x > script.sh; rm -f script.sh; mv script.sh other; chmod 777 script.sh) 2> /dev/null\ncat script.sh | head -n 2\n';
    writeFileSync(path, text, { mode: 0o755 });
    const pinnedFiles = [{ path, bytes: Buffer.from(text), mode: 0o755 }];
    expect(await run('', { argv: ['./script.sh'], pinnedFiles })).toBe('approved\n#!/bin/bash\necho approved\n');
    expect(readFileSync(path, 'utf8')).toBe(text);
    await run('echo "echo swapped" > script.sh');
    expect(await run('', { argv: ['./script.sh'], pinnedFiles })).toContain('approved\n');
  });

  async function run(script: string, options: Partial<CommandRequest> = {}): Promise<string> {
    const printed: Uint8Array[] = [];
    await runner.run({
      argv: ['/bin/bash', '--noprofile', '--norc', '-c', script],
      ...{
        workingFolder: root,
        roots: [root],
        mayWrite: true,
        mayUseNetwork: false,
        pinnedFiles: [],
        timeoutMs: 20_000,
      },
      signal: new AbortController().signal,
      onOutput: ({ stream, bytes }) => stream === 'stdout' && printed.push(bytes),
      ...options,
    });
    return Buffer.concat(printed).toString('utf8');
  }
});
