import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../test/fake-terminal.ts';
import { answerLine } from './answer-line.ts';
import { readLines } from './read-lines.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-check-'));
  symlinkSync('/etc', join(root, 'elsewhere'));
});
afterAll(() => rmSync(root, { recursive: true }));

async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

async function check(lines: readonly string[], options: readonly string[] = [], files: Record<string, string> = {}) {
  const input = () => pieces(lines.map((line) => `${line}\n`).join(''));
  const { code, out, err } = await run(['policy', 'check', '--root', root, ...options], { input, files });
  expect([code, err]).toEqual([0, '']);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const read = (path: string, more: object = {}) =>
  JSON.stringify({ id: path, tool: 'read_file', params: { path }, ...more });

describe('policy check', () => {
  it('answers each line in its place, with outcome, risk, rule, reasons and effects [G6]', async () => {
    const write = JSON.stringify({ id: 2, tool: 'write_file', params: { path: 'a.txt', content: 'x' } });
    expect(await check([read('a.txt'), write])).toEqual([
      {
        id: 'a.txt',
        outcome: 'allow',
        risk: 'LOW',
        rule: expect.stringMatching(/^builtin\./),
        reasons: expect.any(Array),
        effects: [{ kind: 'reads', target: 'a.txt' }],
      },
      expect.objectContaining({ id: 2, outcome: 'ask', risk: 'MEDIUM' }),
    ]);
  });

  it.each([
    ['nope', null, 'builtin.request.invalid'],
    ['', null, 'builtin.request.invalid'],
    ['3', null, 'builtin.request.invalid'],
    ['{"id":1,"id":2,"tool":"ls"}', 2, 'builtin.request.invalid'],
    ['{"x":1,"x":2}', null, 'builtin.request.invalid'],
    ['{"id":1}', 1, 'builtin.request.invalid'],
    ['{"id":1,"tool":"ls","root":5}', 1, 'builtin.request.invalid'],
    ['{"id":1,"tool":"ls","params":{},"params_raw":"{}"}', 1, 'builtin.request.invalid'],
    ['{"id":[1],"tool":"rm_everything"}', [1], 'builtin.tool.unknown'],
    ['{"id":1,"tool":"read_file"}', 1, 'builtin.arguments.invalid'],
    ['{"id":1,"tool":"read_file","params":[]}', 1, 'builtin.arguments.invalid'],
    ['{"id":1,"tool":"read_file","params":{"path":"a","extra":1}}', 1, 'builtin.arguments.invalid'],
    ['{"id":1,"tool":"read_file","params_raw":5}', 1, 'builtin.arguments.invalid'],
    ['{"id":1,"tool":"read_file","params_raw":"{"}', 1, 'builtin.arguments.invalid'],
    ['{"id":1,"tool":"read_file","params_raw":"[]"}', 1, 'builtin.arguments.invalid'],
    [
      '{"id":1,"tool":"read_file","params_raw":"{\\"path\\":\\"a\\",\\"path\\":\\"b\\"}"}',
      1,
      'builtin.arguments.invalid',
    ],
  ])('denies %s, and goes on with the next line [G7]', async (line, id, rule) => {
    const [refused, next] = await check([line, read('a')]);
    expect(refused).toMatchObject({ id, outcome: 'deny', risk: 'HIGH', rule, effects: [] });
    expect(refused!.reasons).not.toEqual([]);
    expect(next).toMatchObject({ id: 'a', outcome: 'allow' });
  });

  it('denies what leads out of the root, by its spelling or by a link [G1]', async () => {
    const answers = await check(['../x', '/etc/passwd', 'elsewhere/passwd'].map((path) => read(path)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['deny', 'deny', 'deny']);
  });

  it('denies the data and keys of the server, also where the root holds them [G1]', async () => {
    const [answer] = await check([read('/data/token', { root: '/' })]);
    expect(answer).toMatchObject({ outcome: 'deny', risk: 'HIGH' });
  });

  it('takes arguments as a text, and a root of the line itself', async () => {
    const raw = JSON.stringify({ id: 1, tool: 'read_file', params_raw: '{"path":"a"}' });
    const own = read('/somewhere/a', { root: '/somewhere', home: '/home/eve' });
    expect((await check([raw, own, read('/somewhere/a')])).map(({ outcome }) => outcome)).toEqual([
      'allow',
      'allow',
      'deny',
    ]);
  });

  it('judges by the policy that is named, and by the one in the data folder without a name [G6]', async () => {
    const policy = 'version: 1\nrules:\n  - { id: no-notes, match: { path: notes/ }, outcome: deny }\n';
    const byFlag = await check([read('notes/a')], ['--policy', '/p.yaml'], { '/p.yaml': policy });
    const byDefault = await check([read('notes/a')], [], { '/data/policy.yaml': policy });
    for (const [answer] of [byFlag, byDefault]) expect(answer).toMatchObject({ outcome: 'deny', rule: 'no-notes' });
  });

  it('answers nothing where the policy cannot be used: nobody may take that for a yes [G7]', async () => {
    const given = { input: () => pieces(read('a')), files: { '/data/policy.yaml': 'version: 1\nrulez:\n' } };
    const { code, out, err } = await run(['policy', 'check', '--root', root], given);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('/data/policy.yaml:1:1: `rules` is missing');
    expect(err).toContain('(and 1 more)');
    expect(err).toContain('countersign policy lint /data/policy.yaml');
    const gone = await run(['policy', 'check', '--root', root, '--policy', '/gone.yaml'], given);
    expect([gone.code, gone.out]).toEqual([1, '']);
    expect(gone.err).toContain('The policy /gone.yaml cannot be read');
  });

  it('takes lines of many megabytes, refuses longer ones, and bytes that are no text', async () => {
    const content = 'x\\n'.repeat(1_500_000);
    const big = `{"id":1,"tool":"write_file","params":{"path":"a.txt","content":"${content}"}}\n`;
    const huge = `{"id":2,"tool":"read_file","params":{"path":"${'x'.repeat(17 * 1024 * 1024)}"}}\n`;
    const input = () => pieces(big.slice(0, 1000), big.slice(1000), huge, new Uint8Array([0xff, 0x0a]), read('a'));
    const { out } = await run(['policy', 'check', '--root', root], { input });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; outcome: string; reasons: string[] });
    expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual([
      [1, 'ask'],
      [null, 'deny'],
      [null, 'deny'],
      ['a', 'allow'],
    ]);
    expect(answers[1]!.reasons[0]).toContain('too long');
    expect(answers[2]!.reasons[0]).toContain('not UTF-8');
  });

  it('answers thousands of lines in the order they came', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => read(`f${index}.txt`));
    expect((await check(lines)).map(({ id }) => id)).toEqual(lines.map((_, index) => `f${index}.txt`));
  });
});

describe('a judge that fails', () => {
  it('has denied the call that it failed at [G7]', () => {
    const lineJudge = {
      judge: () => {
        throw new Error('out of luck');
      },
      workspaceOf: () => ({ roots: ['/ws'], home: null, files: { look: () => ({ kind: 'missing' }) as const } }),
    };
    expect(answerLine(new TextEncoder().encode(read('a')), lineJudge)).toMatchObject({
      id: 'a',
      outcome: 'deny',
      risk: 'HIGH',
      rule: 'builtin.judge.failed',
      reasons: ['The call could not be judged: out of luck'],
    });
  });
});

describe('lines of a stream', () => {
  it.each([
    [['a\nb\n'], [['a', 'b']]],
    [
      ['a', 'b\nc'],
      [['ab'], ['c']],
    ],
    [
      ['a\n', '\n', 'b'],
      [['a'], [''], ['b']],
    ],
    [['', 'toolong\nb\n'], [[null, 'b']]],
    [
      ['too', 'long', 'er\nb'],
      [[null], ['b']],
    ],
    [[], []],
  ])('%j come as %j', async (texts, expected) => {
    const got: (string | null)[][] = [];
    for await (const lines of readLines(pieces(...texts), 5))
      got.push(lines.map((line) => (line === null ? null : new TextDecoder().decode(line))));
    expect(got).toEqual(expected);
  });
});
