import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hasSandbox, processesNamed } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('./lost-runner-process.ts', import.meta.url));

describe.each([...(hasSandbox ? ['sandbox'] : []), 'none'])('commands of a runner that is killed, with %s,', (kind) => {
  let base: string;
  let root: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-lost-')));
    root = join(base, 'root');
    for (const folder of [root, join(base, 'state')]) mkdirSync(folder);
  });
  afterAll(() => rmSync(base, { recursive: true }));

  it('die with it, and so does the helper, and nothing is left behind [T6]', async () => {
    const name = `97001.${process.pid}`;
    const { child, closed, helper } = await start(`(setsid sleep ${name} &); echo started; sleep ${name}`);
    expect(processesNamed(name).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await closed;
    await expect.poll(() => processesNamed(name), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => existsSync(`/proc/${helper}`), { timeout: 20_000 }).toBe(false);
    expect(readdirSync(join(base, 'state'))).toEqual([]);
  });

  it('die with the helper where that is killed, and the runner goes on [T6]', async () => {
    const name = `97002.${process.pid}`;
    const { closed, helper, lines } = await start(`echo started; sleep ${name}`);
    process.kill(helper, 'SIGKILL');
    await closed;
    expect(lines.at(-1)).toBe('HelperLost');
    await expect.poll(() => processesNamed(name), { timeout: 20_000 }).toEqual([]);
  });

  it('are not given what whoever started the runner had open [T6]', async () => {
    const secret = join(root, '..', `countersign-open-${process.pid}`);
    writeFileSync(secret, 'open secret');
    const { closed, lines } = await start(
      'echo started; cat /proc/self/fd/[3-9]* 2> /dev/null',
      `exec 77< ${secret} 9< ${secret};`,
    );
    await closed;
    rmSync(secret);
    expect(lines.join('\n')).not.toContain('open secret');
  });

  /** Resolves once the command runs. */
  async function start(script: string, before = '') {
    const words = [
      '-c',
      `${before} exec "$@"`,
      'bash',
      process.execPath,
      entry,
      root,
      script,
      kind,
      join(base, 'state'),
    ];
    const child: ChildProcess = spawn('bash', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    // From the very start: a short command may have ended before anybody asks.
    const closed = once(child, 'close');
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout! });
    reader.on('line', (line) => lines.push(line));
    await expect.poll(() => lines.includes('started'), { timeout: 20_000 }).toBe(true);
    return { child, closed, lines, helper: Number(/^helper (\d+) 0$/.exec(lines[0]!)![1]) };
  }
});
