import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CommandLimits, defaultCommandLimits } from '../commands/command-limits.ts';
import type { StopReason } from '../commands/command-runner.ts';
import { watchLimits } from './watch-limits.ts';

describe('what is watched of a command', () => {
  it('is the room it leaves on the disk of a root [T6]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
    const piece = Buffer.alloc(256 * 1024, 1);
    const reason = await firstPast({ freeDiskBytesMin: Number.MAX_SAFE_INTEGER }, [folder], () =>
      appendFileSync(join(folder, 'file'), piece),
    );
    rmSync(folder, { recursive: true });
    expect(reason).toBe('disk');
  });

  it.each<[StopReason, Partial<CommandLimits>]>([
    ['memory', { memoryBytesMax: 1024 }],
    ['memory', { freeMemoryBytesMin: Number.MAX_SAFE_INTEGER }],
    ['processes', { threadsMax: 0 }],
  ])('is %s, with the limits %j [T6]', async (reason, limits) => {
    expect(await firstPast(limits, [], () => {})).toBe(reason);
  });
});

/** What this process is stopped for first, while it does something again and again. */
async function firstPast(limits: Partial<CommandLimits>, folders: string[], act: () => void): Promise<StopReason> {
  let past: StopReason | null = null;
  const unwatch = watchLimits({
    pid: process.pid,
    limits: { ...defaultCommandLimits, ...limits },
    folders,
    temporaryFolder: () => null,
    onSeen: () => {},
    onPast: (reason) => (past ??= reason),
  });
  while (past === null) {
    act();
    await setImmediate();
  }
  unwatch();
  return past;
}
