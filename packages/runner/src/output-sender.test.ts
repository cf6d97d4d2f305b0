import { UnreachableError } from '@countersign/client';
import { CountersignError, limits as contractLimits, type OutputChunk } from '@countersign/contract';
import { createRedactor } from '@countersign/redaction';
import { describe, expect, it } from 'vitest';
import { fakeTiming } from '../../client/test/fake-timing.ts';
import { limits } from './limits.ts';
import { OutputSender } from './output-sender.ts';

type Send = (chunks: OutputChunk[]) => Promise<void>;

function sender(send: Send = async () => {}) {
  const sent: OutputChunk[] = [];
  const { timing } = fakeTiming();
  const output = new OutputSender({
    redactor: createRedactor(['hunter2-hunter2']),
    timing,
    onChunk: () => {},
    send: async (chunks) => {
      await send(chunks);
      sent.push(...chunks);
    },
  });
  const print = (text: string | Uint8Array, stream: 'stdout' | 'stderr' = 'stdout') =>
    output.write({ stream, bytes: typeof text === 'string' ? Buffer.from(text) : text });
  const textOf = (stream: 'stdout' | 'stderr') =>
    sent
      .filter((chunk) => chunk.stream === stream)
      .map(({ text }) => text)
      .join('');
  return { output, sent, print, textOf };
}

describe('output of a command', () => {
  it('arrives whole and in order, each stream with its own offsets [T7]', async () => {
    const { output, sent, print, textOf } = sender();
    for (let line = 0; line < 500; line += 1) print(`line ${line}\n`, line % 2 === 0 ? 'stdout' : 'stderr');
    await output.end();
    for (const stream of ['stdout', 'stderr'] as const) {
      let at = 0;
      for (const chunk of sent.filter((each) => each.stream === stream)) {
        expect(chunk.offset).toBe(at);
        at += chunk.text.length;
      }
    }
    expect(textOf('stdout').split('\n')).toHaveLength(251);
    expect(textOf('stderr')).toMatch(/^line 1\nline 3\n/);
  });

  it('has its secrets masked, also where they come in pieces [T7, G8]', async () => {
    const { output, print, textOf } = sender();
    for (const piece of ['a hunter2', '-hun', 'ter2 b\n']) print(piece);
    await output.end();
    expect(textOf('stdout')).toBe('a ***REDACTED*** b\n');
  });

  it('keeps characters whole that are cut in two by a pipe [T7]', async () => {
    const { output, print, textOf } = sender();
    for (const byte of Buffer.from('äß😀\n')) print(Uint8Array.of(byte));
    await output.end();
    expect(textOf('stdout')).toBe('äß😀\n');
  });

  it('is cut into pieces that the server takes, none with half a character [T7]', async () => {
    const { output, sent, print, textOf } = sender();
    const text = `${'😀'.repeat(20_000)}\n`;
    print(text);
    await output.end();
    expect(Math.max(...sent.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(
      contractLimits.outputChunkLengthMax,
    );
    expect(sent.every((chunk) => chunk.text.isWellFormed())).toBe(true);
    expect(textOf('stdout')).toBe(text);
  });

  it('is sent again after a failure that passes, and not after one that does not [T7]', async () => {
    let failures = 2;
    const flaky = sender(async () => {
      if (failures-- > 0) throw new UnreachableError('http://x', true, new Error('gone'));
    });
    flaky.print('a\n');
    await flaky.output.end();
    expect(flaky.textOf('stdout')).toBe('a\n');
    let tries = 0;
    const refused = sender(async () => {
      tries += 1;
      throw new CountersignError('stale_fence', 'no');
    });
    refused.print('a\n');
    await refused.output.end();
    expect(tries).toBe(1);
  });

  it('never waits for a server that is away: what does not fit is left out, and that is said [T7]', async () => {
    const away = Promise.withResolvers<void>();
    const { output, print, textOf } = sender(() => away.promise);
    const line = `${'x'.repeat(1023)}\n`;
    for (let count = 0; count < 1000; count += 1) print(line);
    away.resolve();
    await output.end();
    const text = textOf('stdout') + textOf('stderr');
    expect(text.length).toBeLessThan(limits.outputWaitingLengthMax + 1000);
    expect(text).toMatch(/\[\d+ characters of output were not passed on; the result has what fits\]/);
  });

  it('ends at the most that the server keeps of a call [T7]', async () => {
    const { output, sent, print } = sender();
    for (let count = 0; count < 40; count += 1) {
      print(`${'x'.repeat(65_535)}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await output.end();
    const length = sent.reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeLessThanOrEqual(contractLimits.outputLengthMax);
    expect(length).toBeGreaterThan(contractLimits.outputLengthMax - 70_000);
  });
});
