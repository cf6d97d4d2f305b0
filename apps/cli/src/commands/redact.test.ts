import { describe, expect, it } from 'vitest';
import { run } from '../../test/fake-terminal.ts';

const token = 'q7FAKEq7FAKEq7FAKEq7';
const mask = '***REDACTED***';

function stdinOf(...pieces: (string | Uint8Array)[]) {
  return async function* () {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  };
}

describe('countersign redact', () => {
  it('masks what comes in on stdin, also when it was cut in two [G8]', async () => {
    const { code, out } = await run(['redact'], { stdin: stdinOf('a\nA_TOKEN=q7FAKE', `${token}\nend`) });
    expect([code, out]).toEqual([0, `a\nA_TOKEN=${mask}\nend`]);
  });

  it('passes a line on before the next one comes [G8]', async () => {
    const seen: string[] = [];
    let out = '';
    const stdin = async function* () {
      yield Buffer.from('first\nsec');
      seen.push(out);
      yield Buffer.from('ond\n');
    };
    await run(['redact'], {
      stdin,
      write: (text) => {
        out += text;
      },
    });
    expect([seen, out]).toEqual([['first\n'], 'first\nsecond\n']);
  });

  it('reads characters whose bytes come apart, and marks bytes that are none', async () => {
    const bytes = Buffer.from('😀\n');
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    expect((await run(['redact'], { stdin: stdinOf(...pieces) })).out).toBe('😀\n');
    expect((await run(['redact'], { stdin: stdinOf(bytes.subarray(0, 2)) })).out).toBe('\ufffd');
  });

  it('waits for whoever reads its output', async () => {
    const order: string[] = [];
    const stdin = async function* () {
      for (const line of ['a\n', 'b\n']) {
        order.push(`read ${line.trim()}`);
        yield Buffer.from(line);
      }
    };
    const drained = async () => void order.push('drained');
    await run(['redact'], { stdin, drained, write: () => {} });
    expect(order).toEqual(['read a', 'drained', 'read b', 'drained']);
  });

  it('masks the values of a file [G8]', async () => {
    const given = { stdin: stdinOf('say open-sesame-9 now\n'), files: { '/k': 'open-sesame-9\r\n\nab\n' } };
    expect((await run(['redact', '--known-file', '/k'], given)).out).toBe(`say ${mask} now\n`);
    const { code, err } = await run(['redact', '--known-file', '/none'], given);
    expect([code, err]).toEqual([64, expect.stringContaining('one value a line')]);
  });

  it('answers lines of JSON, fed in pieces where they have pieces [G8]', async () => {
    const lines = [
      { id: 'a', text: `A_TOKEN=${token}` },
      { id: 2, text: '', chunks: ['A_TO', `KEN=${token.slice(0, 4)}`, token.slice(4)] },
      { id: 'c', text: 'open-sesame-9', known_secrets: ['open-sesame-9'] },
      { text: 'plain' },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n\n`;
    const { code, out } = await run(['redact', '--jsonl'], { stdin: stdinOf(text.slice(0, 30), text.slice(30)) });
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 'a', text: `A_TOKEN=${mask}` },
      { id: 2, text: `A_TOKEN=${mask}` },
      { id: 'c', text: mask },
      { id: null, text: 'plain' },
    ]);
  });

  it.each([
    [`{"id":1,"text":"A_TOKEN=${token}`, 'not valid JSON'],
    ['[1]', 'not an object'],
    ['null', 'not an object'],
    ['{"id":1}', 'text is missing'],
    ['{"id":1,"chunks":"x"}', 'chunks must be'],
    ['{"id":1,"text":"x","known_secrets":[1]}', 'known_secrets must be'],
  ])('names the line it cannot read, and answers the others: %s', async (line, reason) => {
    const { code, out, err } = await run(['redact', '--jsonl'], {
      stdin: stdinOf(`{"id":0,"text":"a"}\n${line}\n{"id":2,"text":"b"}`),
    });
    expect([code, out]).toEqual([1, '{"id":0,"text":"a"}\n{"id":2,"text":"b"}\n']);
    expect(err).toContain('line 2: ');
    expect(err).toContain(reason);
    expect(err).not.toContain(token);
  });
});
