import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderJsonlLine } from './render-jsonl-line.ts';

type Sent = { readonly path?: string; readonly query?: string; readonly json?: unknown; readonly json_raw?: string };
type Case = {
  readonly id: string;
  readonly category: string;
  readonly why: string;
  readonly expect: 'deny' | 'send';
  readonly also_ok?: readonly string[];
  readonly sent?: Sent;
};
type Answer = {
  readonly id: string;
  readonly request?: { url: string; body: string | null };
  readonly error?: { code: string; message: string };
};

const file = new URL('../../corpus/proxy.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ line, given: JSON.parse(line) as Case }));

/** These are about what happens once a request is sent. */
const whenSent = new Set(['redirect', 'token', 'token_cache']);

function pathIsWhole(url: string): void {
  expect(new URL(url).pathname).toMatch(/^\/v1\/users\/[^/]+\/files$/);
}

describe('cases of the proxy corpus, rendered', () => {
  it('are all there', () => {
    expect(cases).toHaveLength(59);
    expect(cases.filter(({ given }) => !whenSent.has(given.category))).toHaveLength(47);
  });

  it.each(cases.filter(({ given }) => !whenSent.has(given.category)))(
    '$given.id: $given.why [U4, U5]',
    ({ line, given }) => {
      const answer = JSON.parse(renderJsonlLine(line)) as Answer;
      const outcome = answer.error === undefined ? 'send' : 'deny';
      expect(answer.id).toBe(given.id);
      expect([given.expect, ...(given.also_ok ?? [])]).toContain(outcome);
      if (answer.error !== undefined)
        expect(answer.error.code).toMatch(/^(template_error|validation_error|destination_refused)$/);
      if (answer.request === undefined) return;
      const { url, body } = answer.request;
      if (given.category === 'url_path') pathIsWhole(url);
      if (given.sent?.path !== undefined)
        expect(decodeURIComponent(new URL(url).pathname)).toBe(decodeURIComponent(given.sent.path));
      if (given.sent?.query !== undefined) expect(new URL(url).search).toBe(`?${given.sent.query}`);
      if (given.sent?.json !== undefined) expect(JSON.parse(body!)).toEqual(given.sent.json);
      if (given.sent?.json_raw !== undefined) expect(body).toBe(given.sent.json_raw);
    },
  );

  it.each(cases.filter(({ given }) => whenSent.has(given.category)))(
    '$given.id renders, since it is about sending',
    ({ line }) => {
      expect(JSON.parse(renderJsonlLine(line))).toHaveProperty('request');
    },
  );
});
