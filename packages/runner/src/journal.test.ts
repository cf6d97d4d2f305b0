import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '@countersign/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../test/scratch-folder.ts';
import { Journal, type SeenOrder } from './journal.ts';

const nowMs = Date.UTC(2026, 10, 15);
const report = { status: 'completed', result: { ok: true } } as const;

function order(nonce: string, changes: Partial<SeenOrder> = {}): SeenOrder {
  const expiresAt = isoTime(nowMs + 1000);
  return { nonce, toolId: `tool-${nonce}`, digest: 'd', expiresAt, toolName: 'ls', summary: 'ls', ...changes };
}

/** What a process that was killed leaves to the next one: the file as it is. */
async function openAgain(folder: string, atMs = nowMs): Promise<Journal> {
  const journal = await Journal.open(folder, () => atMs);
  onTestFinished(() => journal.close());
  return journal;
}

describe('the journal', () => {
  it('knows after a restart how far every order got [L6]', async () => {
    const folder = scratchFolder();
    const journal = await openAgain(folder);
    for (const nonce of ['a', 'b', 'c', 'd', 'e']) await journal.seen(order(nonce));
    for (const [index, nonce] of ['b', 'c', 'd', 'e'].entries()) await journal.claimed(nonce, index + 1);
    for (const nonce of ['c', 'd', 'e']) await journal.started(nonce);
    for (const nonce of ['d', 'e']) await journal.finished(nonce, report);
    await journal.reported('e');
    for (const again of [await openAgain(folder), await openAgain(folder)]) {
      expect(['a', 'b', 'c', 'd', 'e'].map((nonce) => again.find(nonce)?.step)).toEqual([
        'seen',
        'claimed',
        'started',
        'finished',
        'reported',
      ]);
      expect(again.unfinished().map(({ order: { nonce }, fence, report: kept }) => [nonce, fence, kept])).toEqual([
        ['b', 1, null],
        ['c', 2, null],
        ['d', 3, report],
      ]);
    }
  });

  it('has a line on the disk when it says so [L6]', async () => {
    const folder = scratchFolder();
    const journal = await openAgain(folder);
    await Promise.all(['a', 'b', 'c'].map((nonce) => journal.seen(order(nonce))));
    const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { nonce: string }).nonce)).toEqual(['a', 'b', 'c']);
  });

  it('passes over a last line that was torn, at every length [L6]', async () => {
    const folder = scratchFolder();
    const journal = await openAgain(folder);
    await journal.seen(order('a'));
    await journal.claimed('a', 7);
    await journal.close();
    const path = join(folder, 'journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    const torn = JSON.stringify({ step: 'finished', nonce: 'a', report });
    for (let length = 0; length < torn.length; length += 1) {
      writeFileSync(path, whole);
      appendFileSync(path, torn.slice(0, length));
      const again = await openAgain(folder);
      expect(again.find('a')).toMatchObject({ step: 'claimed', fence: 7, report: null });
      await again.close();
    }
  });

  it('is not used where a line in the middle cannot be read, and says what to do', async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'journal.jsonl'), 'no line of ours\n{"step":"seen","nonce":"a"}\n');
    await expect(openAgain(folder)).rejects.toThrow('line 1 of the journal cannot be read. Move the file away');
  });

  it('forgets what is over once its order has expired, and nothing before [L6]', async () => {
    const folder = scratchFolder();
    const journal = await openAgain(folder);
    for (const nonce of ['seen', 'claimed', 'reported']) await journal.seen(order(nonce));
    for (const nonce of ['claimed', 'reported']) await journal.claimed(nonce, 1);
    await journal.finished('reported', report);
    await journal.reported('reported');
    const atEnd = await openAgain(folder, nowMs + 999);
    expect(['seen', 'claimed', 'reported'].map((nonce) => atEnd.find(nonce) !== null)).toEqual([true, true, true]);
    const after = await openAgain(folder, nowMs + 1000);
    expect(['seen', 'claimed', 'reported'].map((nonce) => after.find(nonce) !== null)).toEqual([false, true, false]);
  });

  it('stays small in a process that lives long, and keeps what is not over [L6]', async () => {
    const folder = scratchFolder();
    const journal = await openAgain(folder);
    await journal.seen(order('open'));
    await journal.claimed('open', 3);
    const large = { status: 'completed', result: 'x'.repeat(1024 * 1024) } as const;
    for (let index = 0; index < 40; index += 1) {
      const nonce = `n${index}`;
      await journal.seen(order(nonce));
      await journal.claimed(nonce, 1);
      await journal.finished(nonce, large);
      await journal.reported(nonce);
    }
    await journal.close();
    expect(readFileSync(join(folder, 'journal.jsonl')).byteLength).toBeLessThan(20 * 1024 * 1024);
    const again = await openAgain(folder);
    expect(again.find('open')).toMatchObject({ step: 'claimed', fence: 3 });
    expect(again.find('n0')?.step).toBe('reported');
  });

  it('takes nothing more once it is closed', async () => {
    const journal = await openAgain(scratchFolder());
    await journal.close();
    await expect(journal.seen(order('a'))).rejects.toThrow('closed');
  });
});
