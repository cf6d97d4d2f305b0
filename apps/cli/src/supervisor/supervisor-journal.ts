import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashLoop } from './after-end.ts';
import type { SupervisorEvent } from './supervise-server.ts';
import { supervisorLimits } from './supervisor-limits.ts';
import type { Crash } from './supervisor-report.ts';

/** What is kept of a server that starts, crashes and stops, also where none gets up that could put it into the log. */
export type JournalLine =
  | { readonly type: 'ready'; readonly at: string; readonly process_id: string | null; readonly pid: number | null }
  | ({ readonly type: 'crashed' } & Crash)
  | ({ readonly type: 'crash_looped'; readonly at: string } & CrashLoop)
  | { readonly type: 'stopped'; readonly at: string };

const ownerOnly = 0o600;

export function journalPath(dataDir: string): string {
  return join(dataDir, 'supervisor.jsonl');
}

/** Adds a line. The file is bounded: of one that is full, the newer half stays. */
export function addToJournal(path: string, line: JournalLine): void {
  const { journalBytesMax } = supervisorLimits;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > journalBytesMax) {
    const kept = readFileSync(path, 'utf8').slice(-journalBytesMax / 2);
    const draft = `${path}.${process.pid}.new`;
    writeFileSync(draft, kept.slice(kept.indexOf('\n') + 1), { mode: ownerOnly });
    renameSync(draft, path);
  }
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: ownerOnly });
}

export function journalLineOf(event: SupervisorEvent, nowMs: number): JournalLine {
  const at = new Date(nowMs).toISOString();
  switch (event.type) {
    case 'ready':
      return { type: 'ready', at, process_id: event.ready.process_id ?? null, pid: event.pid ?? null };
    case 'crashed':
      return { type: 'crashed', ...event.crash };
    case 'crash_looped':
      return { type: 'crash_looped', at, ...event.crashLoop };
    case 'stopped':
      return { type: 'stopped', at };
  }
}

/** The lines of a journal; one that was cut off by a crash is left out. */
export function readJournal(text: string): JournalLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JournalLine];
    } catch {
      return [];
    }
  });
}

/** The crash loop that the last lines tell of: none that was followed by a process which lived long. */
export function crashLoopIn(lines: readonly JournalLine[], nowMs: number): { readonly last: Crash | null } | null {
  const index = lines.findLastIndex(({ type }) => type === 'crash_looped');
  if (index < 0) return null;
  const since = lines.slice(index + 1);
  const isOver = since.some(({ type, at }, place) => {
    const until = since[place + 1] === undefined ? nowMs : Date.parse(since[place + 1]!.at);
    return type === 'ready' && until - Date.parse(at) >= supervisorLimits.steadyMs;
  });
  if (isOver) return null;
  return { last: lines.findLast((line) => line.type === 'crashed') ?? null };
}
