import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeApi, problem } from '../../../test/fake-api.ts';
import { run } from '../../../test/fake-terminal.ts';

const tool = {
  tool_id: 'shop__order',
  name: 'shop__order',
  source: 'shop',
  input_schema: {
    type: 'object',
    properties: { name: { type: 'string' }, count: { type: 'integer' }, tags: { type: 'array' }, any: {} },
  },
  profile: null,
};
const result = {
  tool_id: 'shop__order',
  status: 'completed',
  result: { ok: true },
  execution_time_ms: 12,
  upstream_status: 200,
  metadata: {},
};

async function call(line: readonly string[], answer: Parameters<typeof fakeApi>[0][string], given = {}) {
  const { env, asked } = await fakeApi({
    'GET /api/tools/shop__order': () => tool,
    'POST /api/tools/shop__order/execute': answer,
  });
  const ended = await run(['tools', 'call', 'shop__order', ...line], { env, ...given });
  return { ...ended, sent: asked.at(-1)?.body as { arguments: object; wait_ms: number } };
}

describe('tools call', () => {
  it.each([
    [['name=1', 'count=2', 'tags=["a"]', 'any=x'], { name: '1', count: 2, tags: ['a'], any: 'x' }],
    [['any:={"a":1}', 'name:=null', 'name=a=b'], { any: { a: 1 }, name: 'a=b' }],
    [['--args', '{"name":"a","count":1}', 'count=3'], { name: 'a', count: 3 }],
    [['--args', '@args.json'], { name: 'file' }],
    [['constructor=x'], { constructor: 'x' }],
  ])('takes arguments as %j [U9]', async (line, expected) => {
    const { code, sent } = await call(line, () => result, { files: { '/work/args.json': '{"name":"file"}' } });
    expect([code, sent.arguments]).toEqual([0, expected]);
  });

  it.each([
    [['count=two'], 'count takes JSON here'],
    [['nonsense'], 'name=value'],
    [['--args', '[1]'], 'must be a JSON object'],
    [['--args', '{secret'], 'not valid JSON'],
    [['--args', '@none.json'], 'cannot be read'],
  ])('refuses arguments as %j, and repeats nothing of them', async (line, said) => {
    const { code, err } = await call(line, () => result);
    expect([code, err]).toEqual([64, expect.stringContaining(said)]);
    expect(err).not.toContain('secret');
  });

  it('prints the result alone, and says beside it how it went [U8]', async () => {
    expect(await call([], () => result)).toMatchObject({
      code: 0,
      out: '{\n  "ok": true\n}\n',
      err: 'completed in 12 ms, the service answered 200\n',
    });
    expect(await call([], () => ({ ...result, result: 'a\u001b[2J\nb' }))).toMatchObject({ out: 'a⟦U+001B⟧[2J\nb\n' });
    expect(await call([], () => ({ ...result, status: 'failed', upstream_status: 500 }))).toMatchObject({ code: 1 });
    const json = await call(['--json'], () => result);
    expect([JSON.parse(json.out), json.err]).toEqual([result, '']);
  });

  it.each([
    ['rejected', false, 2, 'does not help'],
    ['approval_timeout', true, 3, 'try again in a moment'],
    ['circuit_open', true, 1, 'It is circuit_open: try again'],
  ] as const)('ends with its own code where it was %s [U8]', async (code, isRetryable, exit, said) => {
    const ended = await call([], (_, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      response.end(
        JSON.stringify({ code: 'execution_failed', detail: 'No.', error_code: code, is_retryable: isRetryable }),
      );
    });
    expect([ended.code, ended.err]).toEqual([exit, expect.stringContaining(said)]);
  });

  it('says how to come by the credential of an agent [U9]', async () => {
    const refused = await call([], (_, response) => problem(response, 403, 'forbidden', 'Only agents run tools.'));
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('token create --kind agent')]);
  });
});

describe('tools render --jsonl', () => {
  const line = (id: number, url: string, args: object = {}) =>
    JSON.stringify({ id, tool_def: { method: 'GET', url }, args });
  const good = line(1, 'https://a.example/{{ x }}', { x: 'b/c' });

  it('answers each line in order, without a server, and never stops at one [U4]', async () => {
    const lines = [good, 'nonsense', '', line(2, 'https://a.example/{{ x }}', { x: '..' }), '{"id":3}', good];
    const text = lines.join('\r\n');
    const stdin = async function* () {
      // In pieces that end anywhere.
      for (let at = 0; at < text.length; at += 7) yield Buffer.from(text.slice(at, at + 7));
    };
    for (const flags of [[], ['-']]) {
      const { code, out, err } = await run(['tools', 'render', '--jsonl', ...flags], { stdin });
      expect([code, err]).toEqual([0, '']);
      const answers = out
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each) as { id: unknown; error?: object });
      expect(answers.map(({ id, error }) => [id, error === undefined])).toEqual([
        [1, true],
        [null, false],
        [2, false],
        [3, false],
        [1, true],
      ]);
      expect(answers[0]).toEqual({
        id: 1,
        request: { method: 'GET', url: 'https://a.example/b%2Fc', headers: {}, body: null },
      });
    }
  });

  it('reads a file, waits for whoever reads the answers, and holds little of a long one [U4]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-render-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'cases.jsonl'), `${good}\n`.repeat(5_000));
    let waited = 0;
    let lines = 0;
    let longest = 0;
    const ended = await run(['tools', 'render', '--jsonl', 'cases.jsonl'], {
      cwd: folder,
      write: (text) => {
        lines += text.split('\n').length - 1;
        longest = Math.max(longest, text.length);
      },
      drained: async () => {
        waited += 1;
      },
    });
    expect([ended.code, lines]).toEqual([0, 5_000]);
    expect(waited).toBeGreaterThan(5);
    expect(longest).toBeLessThan(100_000);
  });

  it.each([
    [[], 'give --tool, or --jsonl'],
    [['--tool', 'a', '--jsonl'], 'give --tool, or --jsonl'],
    [['--jsonl', '/none/x.jsonl'], 'cannot be read'],
  ])('is called wrongly as %j', async (flags, said) => {
    const { code, err } = await run(['tools', 'render', ...flags]);
    expect([code, err]).toEqual([64, expect.stringContaining(said)]);
  });
});
