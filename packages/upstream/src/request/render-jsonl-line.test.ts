import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJsonlLine } from './render-jsonl-line.ts';

type Answer = { id: unknown; request?: Record<string, unknown>; error?: { code: string; message: string } };
const answer = (line: unknown): Answer =>
  JSON.parse(renderJsonlLine(typeof line === 'string' ? line : JSON.stringify(line))) as Answer;
const render = (tool_def: object, args: object = {}) => answer({ id: 'i', tool_def, args });

describe('a line of `tools render --jsonl`', () => {
  it('becomes the request that would be sent, with a token that is none', () => {
    const tool_def = {
      method: 'post',
      url: 'https://a.invalid/{{ x }}',
      headers: { Authorization: 'Bearer {{ upstream_token }}' },
      body: '{"y": "{{ y }}"}',
    };
    expect(answer({ id: 7, tool_def, args: { x: 'a b', y: '"', upstream_token: 'mine' } })).toEqual({
      id: 7,
      request: {
        method: 'POST',
        url: 'https://a.invalid/a%20b',
        headers: { Authorization: 'Bearer UPSTREAM_TOKEN', 'Content-Type': 'application/json' },
        body: '{"y": "\\""}',
      },
    });
  });

  it('knows all that a tool can say about its request', () => {
    const bytes = { url: 'https://a.invalid/', content_type: 'application/octet-stream', body_argument: 'b' };
    expect(render(bytes, { b: 'YWJj' }).request).toMatchObject({ body: 'abc' });
    const list = { url: 'https://a.invalid/', parameters: [{ name: 'l', explode: false }] };
    expect(render(list, { l: [1, 2] }).request).toMatchObject({ url: 'https://a.invalid/?l=1,2' });
    expect(answer({ tool_def: { url: 'https://a.invalid/' }, args: null })).toHaveProperty('request');
    const parameters = [
      { name: 'q' },
      { name: 'X-H', in: 'header', argument: 'h' },
      { name: 'f', style: 'deepObject' },
    ];
    const tool_def = {
      name: 'n',
      description: 'd',
      input_schema: {},
      timeout_seconds: 3,
      audience: 'a',
      scopes: [],
      mode: 'sync_http',
      poll: null,
      tags: [],
      risk: 'LOW',
      url_template: 'https://a.invalid/',
      headers_template: { 'X-A': '1' },
      allowed_hosts: ['a.invalid'],
      passthrough_headers: true,
      body_argument: 'b',
      content_type: 'application/json',
      parameters,
    };
    const args = { q: ['1', '2'], h: 'v', f: { a: 1 }, b: { c: 1 }, headers: { 'X-P': 'p' } };
    expect(render(tool_def, args).request).toEqual({
      method: 'GET',
      url: 'https://a.invalid/?q=1&q=2&f%5Ba%5D=1',
      headers: { 'Content-Type': 'application/json', 'X-A': '1', 'X-H': 'v', 'X-P': 'p' },
      body: '{"c":1}',
    });
    expect(render({ url: 'https://a.invalid/', body: { a: '{{ x }}' } }, { x: '"' }).request).toMatchObject({
      body: '{"a":"\\""}',
    });
  });

  it.each([
    ...[
      'http://127.0.0.1/',
      'http://localhost/',
      'http://foo.localhost./',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ],
    ...[
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0/',
      'http://[::ffff:127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
    ],
    ...[
      'http://metadata.google.internal/',
      'http://100.100.100.200/',
      'http://[fd00:ec2::254]/',
      'http://192.168.1.1:8080/',
      'ftp://a.invalid/',
      'file:///etc/passwd',
    ],
  ])('says that %s may not be reached [U5]', (url) => {
    expect(render({ method: 'GET', url }).error?.code).toMatch(
      url.startsWith('http') ? /^destination_refused$/ : /destination_refused|template_error/,
    );
  });

  it('lets private addresses pass where the tool says so, and metadata never [U5]', () => {
    expect(render({ url: 'http://127.0.0.1/', allow_private: true })).toHaveProperty('request');
    expect(render({ url: 'http://169.254.169.254/', allow_private: true }).error?.code).toBe('destination_refused');
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /not JSON/],
    ['no object', '[]', /not an object/],
    ['null', 'null', /not an object/],
    ['nothing', '', /not JSON/],
    ['no tool', { id: 1 }, /tool_def/],
    ['a tool that is none', { id: 1, tool_def: 'x' }, /tool_def/],
    ['arguments that are none', { id: 1, tool_def: { url: 'https://a.invalid/' }, args: [] }, /args/],
    ['no address', { tool_def: {} }, /no url/],
    [
      'an unknown key',
      { tool_def: { url: 'https://a.invalid/', bdy: 1, 'x\u202e': 1 } },
      /unknown keys: bdy, x⟦U\+202E⟧/,
    ],
    ['two addresses', { tool_def: { url: 'https://a.invalid/', url_template: 'x' } }, /both url and url_template/],
    ['an unknown method', { tool_def: { url: 'https://a.invalid/', method: 'TRACE' } }, /method must be/],
    ['headers that are none', { tool_def: { url: 'https://a.invalid/', headers: ['a'] } }, /headers/],
    ['a header that is no text', { tool_def: { url: 'https://a.invalid/', headers: { a: 1 } } }, /headers/],
    ['hosts that are none', { tool_def: { url: '{{ x }}', allowed_hosts: 'a.invalid' } }, /allowed_hosts/],
    ['parameters that are none', { tool_def: { url: 'https://a.invalid/', parameters: [1] } }, /parameters/],
    ['an address that is no text', { tool_def: { url: 1 } }, /url must be a text/],
    ['parameters that are no list', { tool_def: { url: 'https://a.invalid/', parameters: {} } }, /must be a list/],
    ['too long a line', `{"id": "${'x'.repeat(17 * 1024 * 1024)}"}`, /characters/],
    ['a name twice', '{"id": 1, "tool_def": {"url": "https://a.invalid/", "url": "https://b.invalid/"}}', /twice/],
    ['deep nesting', `{"id": 1, "args": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /./],
  ])('says what is wrong with %s', (_what, line, message) => {
    expect(answer(line).error?.message).toMatch(message);
  });

  it('says which line it was, where that can be read', () => {
    expect(answer({ id: 'mine', tool_def: {} }).id).toBe('mine');
    expect(answer('{').id).toBeNull();
    expect(answer({ tool_def: {} }).id).toBeNull();
  });

  it('throws nothing, whatever the line holds', () => {
    const any = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          id: fc.jsonValue(),
          tool_def: fc.oneof(
            fc.jsonValue(),
            fc.record({
              url: fc.oneof(fc.string(), fc.constant('https://a.invalid/{{ x }}')),
              headers: fc.dictionary(fc.string(), fc.string()),
              body: fc.string(),
              method: fc.constantFrom('GET', 'POST'),
            }),
          ),
          args: fc.oneof(fc.jsonValue(), fc.record({ x: fc.jsonValue() })),
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(any, (line) => {
        const given = JSON.parse(renderJsonlLine(line)) as Answer;
        expect(given.request === undefined).toBe(given.error !== undefined);
        expect(given.error?.code).not.toBe('internal_error');
      }),
      { numRuns: 1_000 },
    );
  });
});
