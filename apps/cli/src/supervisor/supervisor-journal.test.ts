import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSupervisor } from '../doctor/check-supervisor.ts';
import { addToJournal, crashLoopIn, type JournalLine, journalPath, readJournal } from './supervisor-journal.ts';
import { supervisorLimits } from './supervisor-limits.ts';

const start = Date.parse('2026-11-15T12:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const ready = (seconds: number): JournalLine => ({ type: 'ready', at: at(seconds), process_id: null, pid: 1 });
const stopped = (seconds: number): JournalLine => ({ type: 'stopped', at: at(seconds) });
const crashed = (seconds: number): JournalLine => ({
  type: 'crashed',
  at: at(seconds),
  process_id: null,
  code: 7,
  signal: null,
  retry_in_ms: 500,
});
const looped = (seconds: number): JournalLine => ({
  type: 'crash_looped',
  at: at(seconds),
  crashes: 5,
  window_seconds: 60,
  threshold: 5,
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'countersign-journal-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

describe('the journal of the supervisor [W2]', () => {
  it('tells of a crash loop until a process has lived long', () => {
    const isLoop = (lines: JournalLine[], seconds: number) => crashLoopIn(lines, start + seconds * 1000) !== null;
    expect(isLoop([ready(0), crashed(1)], 2)).toBe(false);
    expect(isLoop([crashed(1), looped(1)], 2)).toBe(true);
    expect(isLoop([crashed(1), looped(1), stopped(9)], 900)).toBe(true);
    expect(isLoop([looped(1), ready(61)], 70)).toBe(true);
    expect(isLoop([looped(1), ready(61), crashed(100)], 900)).toBe(true);
    expect(isLoop([looped(1), ready(61)], 121)).toBe(false);
    expect(isLoop([looped(1), ready(61), stopped(200)], 201)).toBe(false);
    expect(isLoop([looped(1), ready(61), stopped(200), looped(300)], 301)).toBe(true);
  });

  it('is what the doctor looks into', () => {
    const dataDir = folder();
    const terminal = { readFile: (path: string) => readFileSync(path, 'utf8'), now: () => start + 5_000 };
    expect(checkSupervisor(dataDir, terminal)).toEqual([]);
    addToJournal(journalPath(dataDir), ready(0));
    expect(checkSupervisor(dataDir, terminal)).toEqual([]);
    for (const line of [crashed(2), looped(2)]) addToJournal(journalPath(dataDir), line);
    expect(checkSupervisor(dataDir, terminal)).toMatchObject([
      { check: 'crash loop', state: 'fail', said: expect.stringContaining('3 s ago (code 7)') },
    ]);
  });

  it("is its owner's alone, bounded, and puts up with a line that was cut off", () => {
    const path = journalPath(folder());
    addToJournal(path, ready(0));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, `${JSON.stringify(crashed(1))}\n`.repeat(4_000));
    addToJournal(path, stopped(2));
    expect(statSync(path).size).toBeLessThan(supervisorLimits.journalBytesMax);
    writeFileSync(path, '{"type":"crashed","a', { flag: 'a' });
    const lines = readJournal(readFileSync(path, 'utf8'));
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.at(-1)).toEqual(stopped(2));
    expect(lines.every(({ type }) => type === 'crashed' || type === 'stopped')).toBe(true);
  });
});
