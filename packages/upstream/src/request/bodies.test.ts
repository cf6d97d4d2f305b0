import type { JsonObject, JsonValue } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { refusalOf, requestOf } from '../../test/requests.ts';

const bodyOf = (body_template: string, args: JsonObject, content_type?: string) =>
  requestOf({ method: 'POST', body_template, ...(content_type === undefined ? {} : { content_type }) }, args);

const refused = (body_template: string, args: JsonObject, content_type?: string) =>
  refusalOf({ method: 'POST', body_template, ...(content_type === undefined ? {} : { content_type }) }, args);

describe('a JSON body', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['{"name": "{{ n }}", "role": "user"}', { n: '", "role": "admin' }, { name: '", "role": "admin', role: 'user' }],
    ['{"name": "{{ n }}", "role": "user"}', { n: '\\' }, { name: '\\', role: 'user' }],
    ['{"name": "{{ n }}"}', { n: '\u2028\u0000\n{{ 7*7 }}' }, { name: '\u2028\u0000\n{{ 7*7 }}' }],
    ['{"name": "{{ n }}"}', { n: 5 }, { name: '5' }],
    ['{"name": {{ n }}}', { n: 'x", "a": "b' }, { name: 'x", "a": "b' }],
    ['{"name": {{ n }}}', { n: '1}' }, { name: '1}' }],
    ['{"n": {{ n }}, "b": {{ b }}, "z": {{ z }}}', { n: 1.5, b: true, z: null }, { n: 1.5, b: true, z: null }],
    [
      '{"list": {{ l }}, "object": {{ o | tojson }}}',
      { l: [1, 'a'], o: { a: {} } },
      { list: [1, 'a'], object: { a: {} } },
    ],
    ['{"text": "{{ o | tojson }}"}', { o: { a: '"' } }, { text: '{"a":"\\""}' }],
    ['[{% for i in l %}{{ i }}{% if not loop.last %},{% endif %}{% endfor %}]', { l: ['a"', 1] }, ['a"', 1]],
    [
      '{"q": {{ quantity | default(1) }}{% if t is defined %}, "t": {{ t | tojson }}{% endif %}}',
      { t: ['x'] },
      { q: 1, t: ['x'] },
    ],
    ['{{ body | tojson }}', { body: { a: 1 } }, { a: 1 }],
    ['"{{ a }}-{{ b }}"', { a: 1, b: '"' }, '1-"'],
    ['{"a": "\\u0041{{ a }}\\n{{ a }}"}', { a: '41' }, { a: 'A41\n41' }],
    ['{"a": {{ a | b64encode }}, "b": {{ a | urlencode }}}', { a: 'ä' }, { a: 'w6Q=', b: '%C3%A4' }],
    [' {\n "a" : "x{{ a }}y" }\n', { a: '\t' }, { a: 'x\ty' }],
    ['{"a": "\\"{{ a }}\\\\"}', { a: '"' }, { a: '""\\' }],
    ['{"a": "{{ a | urlencode }}"}', { a: 'ä "' }, { a: '%C3%A4%20%22' }],
  ])('%s', (template, args, expected) => {
    const { body, headers } = bodyOf(template, args);
    expect(JSON.parse(body as string)).toEqual(expected);
    expect(headers).toEqual([['Content-Type', 'application/json']]);
  });

  it('keeps an own __proto__ as data [U4]', () => {
    const args = JSON.parse('{"body": {"__proto__": {"x": 1}}}') as JsonObject;
    expect(bodyOf('{{ body | tojson }}', args).body).toBe('{"__proto__":{"x":1}}');
    expect(bodyOf('{"a": {{ body }}}', args).body).toBe('{"a": {"__proto__":{"x":1}}}');
    expect(requestOf({ method: 'POST', body_argument: 'body' }, args).body).toBe('{"__proto__":{"x":1}}');
  });

  it.each<[string, string, JsonObject]>([
    ['a value as a name', '{"{{ n }}": 1}', { n: 'a' }],
    ['a value in a name', '{"a{{ n }}": 1}', { n: 'a' }],
    ['a value instead of a name', '{ {{ n }}: 1}', { n: 'a' }],
    ['a value instead of a name behind others', '{"a": 1, {{ n }}: 1}', { n: 'a' }],
    ['a value beside a number', '{"a": 1{{ n }}}', { n: 5 }],
    ['a value behind a sign', '{"a": -{{ n }}}', { n: 5 }],
    ['a number behind a value', '{"a": {{ n }}5}', { n: 5 }],
    ['two values side by side', '{"a": {{ n }}{{ n }}}', { n: 5 }],
    ['a value behind the end', '{"a": 1}{{ n }}', { n: 5 }],
    ['a value between others', '{"a": 1 {{ n }}}', { n: 5 }],
    ['a value behind a backslash', '{"a": "\\{{ n }}"}', { n: 'n' }],
    ['a value as digits of a character', '{"a": "\\u00{{ n }}"}', { n: '41' }],
    ['a comma too many', '{"a": {{ n }},}', { n: 5 }],
    ['a name twice', '{"a": {{ n }}, "a": 1}', { n: 5 }],
    ['a name twice in other letters', '{"a": {{ n }}, "\\u0061": 1}', { n: 5 }],
    ['a text without an end', '{"a": "{{ n }}', { n: 'a' }],
    ['a text where a comma is missing', '{"a": "{{ n }}" "b"}', { n: 'a' }],
    ['an object where a comma is missing', '{"a": {{ n }} {}}', { n: 5 }],
    ['a colon too many', '{"a": {{ n }}: 1}', { n: 5 }],
    ['a comma outside', '{{ n | tojson }}, 1', { n: 5 }],
    ['a comma too early', '[,{{ n }}]', { n: 5 }],
    ['nothing', '', {}],
    ['brackets that do not match', '{"a": [{{ n }}}]', { n: 5 }],
    ['a number beyond 2^53', '{"n": {{ n }}}', { n: 1e30 }],
    ['a number beyond 2^53 inside', '{"n": {{ n | tojson }}}', { n: [{ a: 2 ** 53 }] }],
    ['null in a text', '{"n": "{{ n }}"}', { n: null }],
    ['an object in a text', '{"n": "{{ n }}"}', { n: {} }],
  ])('refuses %s [U4]', (_what, template, args) => {
    expect(refused(template, args, 'application/json')).toMatch(/^(template|validation)_error/);
  });

  it('is one wherever the content type says so', () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'text/json'])
      expect(bodyOf('{"a": "{{ n }}"}', { n: '"' }, type)).toMatchObject({
        body: '{"a": "\\""}',
        headers: [['Content-Type', type]],
      });
    const headers_template = { 'content-type': 'application/merge-patch+json' };
    const request = requestOf({ method: 'PATCH', headers_template, body_template: '{"a": {{ n }}}' }, { n: 'x' });
    expect(request).toMatchObject({ body: '{"a": "x"}', headers: [['Content-Type', 'application/merge-patch+json']] });
  });

  it('has a content type that no argument chooses [U4]', () => {
    expect(
      refusalOf(
        { method: 'POST', headers_template: { 'Content-Type': '{{ t }}' }, body_template: '{}' },
        { t: 'text/plain' },
      ),
    ).toMatch(/^template_error/);
    expect(refused('{}', {}, 'application/json\r\nX: 1')).toMatch(/^template_error/);
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';

  it('has values encoded and names of its own', () => {
    const { body } = bodyOf('a={{ x }}&b=1&\n  c={{ y | urlencode }}', { x: 'a&b=c d+%', y: 'ü&' }, type);
    expect([...new URLSearchParams(body as string)]).toEqual([
      ['a', 'a&b=c d+%'],
      ['b', '1'],
      ['c', 'ü&'],
    ]);
  });

  it('does not become one with a sign of the template', () => {
    const { body } = bodyOf('a=%{{ x }}&b=%41', { x: '41' }, type);
    expect([...new URLSearchParams(body as string)]).toEqual([
      ['a', '%41'],
      ['b', 'A'],
    ]);
  });

  it.each(['{{ x }}=1', 'a=1&{{ x }}', 'a=1&b{{ x }}=2', '{{ x }}', 'a=ä{{ x }}'])('refuses %s [U4]', (template) => {
    expect(refused(template, { x: 'a' }, type)).toMatch(/^(template|validation)_error/);
  });
});

describe('XML', () => {
  const type = 'application/xml';

  it('has values in text and attributes, escaped', () => {
    const { body } = bodyOf('<a b="{{ x }}" c=\'{{ x }}\'>{{ x }}</a>', { x: `<"'&>\n` }, type);
    const escaped = '&lt;&quot;&#39;&amp;&gt;&#10;';
    expect(body).toBe(`<a b="${escaped}" c='${escaped}'>${escaped}</a>`);
  });

  it.each([
    ...[
      '<{{ x }}/>',
      '<a {{ x }}/>',
      '<a b={{ x }}/>',
      '<a{{ x }}/>',
      '<!-- {{ x }} -->',
      '<a>&{{ x }};</a>',
      '<a>&#{{ x }};</a>',
      '<a b="&#x{{ x }};"/>',
      '<![CDATA[ > {{ x }}]]>',
      '<!--> {{ x }} -->',
      '<a b="1" {{ x }}>',
      '<![CDATA[{{ x }}]]>',
      '<?x {{ x }}?>',
    ],
    ...[
      '<!DOCTYPE a "{{ x }}">',
      '<a><!-- > "{{ x }}" --></a>',
      '<script>{{ x }}</script>',
      '<style>{{ x }}</style>',
      '</{{ x }}>',
    ],
  ])('refuses a value in %s [U4]', (template) => {
    expect(refused(template, { x: 'a' }, type)).toMatch(/^template_error/);
  });

  it('takes values again behind what takes none', () => {
    const template = '<?xml version="1.0"?><!-- "quoted > --><a><![CDATA[ > " ]]><b c="1>"/>{{ x }}</a>';
    expect(bodyOf(template, { x: 'v' }, 'text/xml').body).toBe(template.replace('{{ x }}', 'v'));
    expect(bodyOf('<a>&amp;{{ x }} & {{ x }}</a>', { x: 'v' }, 'text/xml').body).toBe('<a>&amp;v & v</a>');
    const page = '<style a="1">b</style><script/><p>{{ x }}</p>';
    expect(bodyOf(page, { x: 'v' }, 'text/html').body).toBe(page.replace('{{ x }}', 'v'));
  });

  it('refuses characters that it cannot have [U4]', () => {
    for (const x of ['\u0000', '\u000b', '\ud800', '\uffff', '\u007f'])
      expect(refused('<a>{{ x }}</a>', { x }, type)).toMatch(/^validation_error/);
  });
});

describe('other bodies', () => {
  it('are text where nothing is said', () => {
    expect(bodyOf('hello {{ x }}', { x: 'a\nb' })).toMatchObject({
      body: 'hello a\nb',
      headers: [['Content-Type', 'text/plain; charset=utf-8']],
    });
    expect(refused('hello {{ x }}', { x: '\u0000' })).toMatch(/^validation_error/);
    expect(refused('hello {{ x }}', { x: '\u001b[2J' })).toMatch(/^validation_error/);
  });

  it('of a type that is not known take only what is encoded [U4]', () => {
    const type = 'application/graphql';
    expect(bodyOf('{ user(id: {{ x | tojson }}) { n } }', { x: '"' }, type).body).toBe('{ user(id: "\\"") { n } }');
    expect(bodyOf('{{ n }}', { n: 5 }, type).body).toBe('5');
    expect(refused('{ user(id: "{{ x }}") }', { x: '") { secrets }' }, type)).toMatch(/^validation_error/);
    expect(refused('{"a":1}\n{"b":{{ x }}}', { x: '1}\n{"c":2' }, 'application/x-ndjson')).toMatch(/^validation_error/);
  });

  it('cannot be templates where they are bytes or parts', () => {
    expect(refused('x', {}, 'multipart/form-data')).toMatch(/body_argument/);
    expect(refused('x', {}, 'application/octet-stream')).toMatch(/body_argument/);
    expect(refusalOf({ body_template: 'x', body_argument: 'y' })).toMatch(/not both/);
  });
});

describe('a body that is an argument', () => {
  const sent = (body: JsonValue, content_type?: string) =>
    requestOf(
      { method: 'POST', body_argument: 'body', ...(content_type === undefined ? {} : { content_type }) },
      { body },
    );
  const refusal = (body: JsonValue, content_type: string) =>
    refusalOf({ method: 'POST', body_argument: 'body', content_type }, { body });

  it('is JSON where nothing is said', () => {
    expect(sent({ a: [1, null] })).toMatchObject({
      body: '{"a":[1,null]}',
      headers: [['Content-Type', 'application/json']],
    });
    expect(refusal({ a: [2 ** 60] }, 'application/json')).toMatch(/2\^53/);
  });

  it('is left out where it is not given', () => {
    expect(requestOf({ method: 'POST', body_argument: 'body' })).toMatchObject({ body: null, headers: [] });
  });

  it('is a form of any depth', () => {
    const { body } = sent(
      { a: 'x&y=1', b: [1, 2], c: { d: { e: true }, f: [{ g: 1 }] }, n: null },
      'application/x-www-form-urlencoded',
    );
    expect([...new URLSearchParams(body as string)]).toEqual([
      ['a', 'x&y=1'],
      ['b', '1'],
      ['b', '2'],
      ['c[d][e]', 'true'],
      ['c[f][0][g]', '1'],
    ]);
    expect(refusal([1], 'application/x-www-form-urlencoded')).toMatch(/^validation_error/);
    expect(refusal({ a: { 'b][c': 1 } }, 'application/x-www-form-urlencoded')).toMatch(/bracket/);
  });

  it('is text, or bytes as base64', () => {
    expect(sent('hello', 'text/plain').body).toBe('hello');
    expect(Buffer.from(sent('AAEC', 'application/octet-stream').body as Uint8Array)).toEqual(Buffer.from([0, 1, 2]));
    expect(refusal('not base64!', 'image/png')).toMatch(/base64/);
    expect(refusal({}, 'text/plain')).toMatch(/text/);
    expect(refusal('a\u0000', 'text/plain')).toMatch(/control/);
  });

  it('is a form of parts that no value can end [U4]', async () => {
    const { body, headers } = sent(
      {
        'na"me\r\n': 'value\r\n--other\r\n',
        file: { content_base64: 'AAEC', filename: 'a"b.png', content_type: 'image/png' },
        object: { a: 1 },
        list: ['a', 'b'],
        none: null,
      },
      'multipart/form-data',
    );
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: [...headers] as [string, string][],
    }).formData();
    expect([...form.keys()]).toEqual(['na"me\r\n', 'file', 'object', 'list', 'list']);
    expect(form.get('na"me\r\n')).toBe('value\r\n--other\r\n');
    expect(form.get('file')).toMatchObject({ name: 'a"b.png', type: 'image/png', size: 3 });
    expect(form.get('object')).toBe('{"a":1}');
    const plain = sent({ a: { content_base64: 'AAEC' } }, 'multipart/form-data').body as Uint8Array;
    expect(Buffer.from(plain).toString('latin1')).toMatch(/filename="file"\r\nContent-Type: application\/octet-stream/);
    expect(refusal({ a: '--UUID' }, 'multipart/form-data')).toMatch(/separates/);
    expect(refusal({ a: { content_base64: 'AAEC', content_type: 'a/b\r\nX: 1' } }, 'multipart/form-data')).toMatch(
      /content_type/,
    );
    expect(refusal('x', 'multipart/form-data')).toMatch(/object/);
  });
});
