import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeTerminal, fakeTerminal } from '../../test/fake-terminal.ts';
import { serverProgram } from '../../test/server-program.ts';
import { runCli } from '../run-cli.ts';
import { readJournal } from './supervisor-journal.ts';

/** A server whose n-th process does what the n-th source says; the last one again for all after it. */
function programs(...sources: readonly string[]): string {
  return serverProgram(`
    import { appendFileSync, readFileSync } from 'node:fs';
    const counter = process.env.COUNTERSIGN_DATA_DIR + '/starts';
    appendFileSync(counter, '.');
    const nth = readFileSync(counter, 'utf8').length;
    const report = process.env.COUNTERSIGN_SUPERVISOR_REPORT ?? null;
    const port = process.env.COUNTERSIGN_PORT ?? null;
    const ready = (more = {}) => send({ type: 'ready', address: 'http://127.0.0.1:4000', link: 'http://l', project_id: null,
      data_dir: process.env.COUNTERSIGN_DATA_DIR, process_id: 'process-' + nth, report, port, ...more });
    const live = () => setInterval(() => {}, 1000);
    process.on('SIGTERM', () => process.exit(0));
    const acts = [${sources.map((source) => `async () => { ${source} }`).join(', ')}];
    await acts[Math.min(nth, acts.length) - 1]();`);
}

const readyThenDies = (
  code: number,
) => `process.send({ type: 'ready', address: 'http://127.0.0.1:4000', link: 'http://l',
  project_id: null, data_dir: process.env.COUNTERSIGN_DATA_DIR, process_id: 'process-' + nth, report, port }, () => process.exit(${code}))`;

type Line = { readonly type: string } & Readonly<Record<string, unknown>>;

async function supervise(entry: string, given: { readonly onLine?: (line: Line) => void } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-supervisor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const waited: number[] = [];
  const lines: Line[] = [];
  const terminal: FakeTerminal = fakeTerminal({
    env: { COUNTERSIGN_DATA_DIR: dataDir },
    serverEntry: () => entry,
    wait: async (ms) => void waited.push(ms),
  });
  terminal.write = (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    given.onLine?.(line);
  };
  const code = await runCli(['start', '--json', '--no-runner', '--port', '0'], terminal);
  const journal = readJournal(readFileSync(join(dataDir, 'supervisor.jsonl'), 'utf8'));
  return { code, waited, lines, journal, types: lines.map(({ type }) => type) };
}

/** Tells the command to stop with the n-th line of that type. */
function stopAt(count: number, type = 'ready'): (line: Line) => void {
  let seen = 0;
  return (line) => {
    if (line.type === type) seen += 1;
    if (line.type === type && seen === count) process.emit('SIGTERM');
  };
}

describe('a server that ends without being told to [W2]', () => {
  it('is started again where it was, and tells the next process of it until that has recorded it', async () => {
    const entry = programs(
      readyThenDies(7),
      readyThenDies(8),
      `send({ type: 'recorded' }); ${readyThenDies(9)}`,
      `live(); ready();`,
    );
    const { code, waited, lines, types } = await supervise(entry, { onLine: stopAt(4) });
    expect(code).toBe(0);
    expect(types).toEqual(['ready', 'crashed', 'ready', 'crashed', 'ready', 'crashed', 'ready']);
    expect(waited).toEqual([500, 1000, 2000]);
    const [first, second, third, fourth] = lines.filter(({ type }) => type === 'ready');
    expect(first).toMatchObject({ link: 'http://l', report: null, port: '0' });
    expect(second).toMatchObject({ link: null, port: '4000' });
    const crash = (nth: number, ended: number) => ({ process_id: `process-${nth}`, code: ended, signal: null });
    expect(JSON.parse(second!.report as string)).toMatchObject({
      previous_process_id: 'process-1',
      crashes: [{ ...crash(1, 7), retry_in_ms: 500 }],
      crash_loop: null,
    });
    expect(JSON.parse(third!.report as string)).toMatchObject({
      previous_process_id: 'process-2',
      crashes: [crash(1, 7), crash(2, 8)],
    });
    // The third had put both into the log.
    expect(JSON.parse(fourth!.report as string)).toMatchObject({
      previous_process_id: 'process-3',
      crashes: [crash(3, 9)],
    });
  });

  it('is said to be in a crash loop once, with the fifth end, and is then tried once a minute', async () => {
    const entry = programs(readyThenDies(1), 'process.exit(3)');
    const { waited, types, journal, lines } = await supervise(entry, { onLine: stopAt(7, 'crashed') });
    expect(waited.slice(0, 6)).toEqual([500, 1000, 2000, 4000, 60_000, 60_000]);
    expect(types.filter((type) => type === 'crash_looped')).toHaveLength(1);
    expect(types.indexOf('crash_looped')).toBe(6);
    expect(lines[6]).toMatchObject({ crashes: 5, window_seconds: 60, threshold: 5 });
    expect(journal.map(({ type }) => type)).toEqual([...types, 'stopped']);
  });

  it('is not started again where somebody else told it to stop', async () => {
    const { code, types, waited } = await supervise(programs(readyThenDies(0)));
    expect([code, types, waited]).toEqual([0, ['ready'], []]);
  });

  it('is not waited for by whoever stops it meanwhile', async () => {
    const { code, types } = await supervise(programs(readyThenDies(6)), { onLine: stopAt(1, 'crashed') });
    expect([code, types]).toEqual([6, ['ready', 'crashed']]);
  });

  it('is no failure where it was stopped before it was ready', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-supervisor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const mark = join(folder, 'lives');
    const program = serverProgram(`
      import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      writeFileSync(${JSON.stringify(mark)}, '');`);
    const terminal = fakeTerminal({ serverEntry: () => program });
    const done = runCli(['start', '--no-runner', '--no-open'], terminal);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 20_000 });
    process.emit('SIGTERM');
    expect([await done, terminal.err]).toEqual([0, '']);
  });

  it('is told about for a person too', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'countersign-supervisor-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const terminal = fakeTerminal({
      env: { COUNTERSIGN_DATA_DIR: dataDir },
      serverEntry: () => programs(readyThenDies(7), 'process.kill(process.pid, "SIGKILL"); live()', 'live(); ready()'),
    });
    const { warn } = terminal;
    const told = {
      ...terminal,
      warn: (text: string) => {
        warn(text);
        if (text.includes('is back')) process.emit('SIGTERM');
      },
    };
    await runCli(['start', '--no-runner', '--no-open'], told);
    expect(terminal.err).toContain('The server ended (code 7). It is started again in 0.5 s.');
    expect(terminal.err).toContain('The server ended (SIGKILL). It is started again in 1 s.');
    expect(terminal.err).toContain('The server is back at http://127.0.0.1:4000.');
    expect(terminal.err).not.toContain('http://l\n');
  });
});
