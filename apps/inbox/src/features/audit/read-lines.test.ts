import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(...pieces: readonly string[]): Promise<unknown[]> {
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  const lines: unknown[] = [];
  for await (const line of readLines(new Response(body))) lines.push(line);
  return lines;
}

it.each([
  ['one a piece', ['{"a":1}\n', '{"a":2}\n']],
  ['cut anywhere', ['{"a"', ':1}\n{"', 'a":2}\n']],
  ['many a piece, without an end of the last', ['{"a":1}\n\n{"a":2}']],
])('reads lines that come %s', async (_, pieces) => {
  expect(await linesOf(...pieces)).toEqual([{ a: 1 }, { a: 2 }]);
});

it('lets go of the answer when nobody reads on', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (stream) => stream.enqueue(new TextEncoder().encode('{"a":1}\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const line of readLines(new Response(body))) {
    expect(line).toEqual({ a: 1 });
    break;
  }
  expect(isCancelled).toBe(true);
});
