import { describe, expect, it } from 'vitest';
import { profileOf, refusalOf, requestOf, someCredentials } from '../../test/requests.ts';
import { compileProfile } from './compile-profile.ts';
import { renderRequest } from './render-request.ts';

describe('the headers of a request', () => {
  it('hold literals, values and what the source says', () => {
    const compiled = compileProfile(
      profileOf({
        headers_template: {
          'X-A': 'a {{ x }}',
          Authorization: 'Bearer {{ upstream_token }}',
          'X-Trace': '{{ t | default(uuid()) }}',
        },
      }),
      { headers: { 'X-Source': 's', 'x-a': 'not this' } },
    );
    const { headers } = renderRequest(
      compiled,
      { x: 'b' },
      { credentials: { ...someCredentials, headers: {} }, uuid: () => 'UUID' },
    );
    expect(headers).toEqual([
      ['X-A', 'a b'],
      ['Authorization', 'Bearer real'],
      ['X-Trace', 'UUID'],
      ['X-Source', 's'],
    ]);
  });

  it.each([
    'a\r\nX-Admin: 1',
    'a\nX: 1',
    'a\rX',
    'a\u0000b',
    'a\u001fb',
    'a\tb',
    'a\u007f',
    'a\u0085b',
    'ä',
    '\u2028',
    ' a',
    'a ',
    '\ud800',
    'x'.repeat(9_000),
  ])('refuse the value %j [U4]', (n) => {
    expect(refusalOf({ headers_template: { 'X-Name': '{{ n }}' } }, { n })).toMatch(/^validation_error/);
  });

  it('take other letters once they are encoded', () => {
    const { headers } = requestOf(
      { headers_template: { 'X-A': '{{ n | urlencode }}', 'X-B': '{{ n | tojson }}', 'X-C': '{{ n | b64encode }}' } },
      { n: 'ä\n' },
    );
    expect(headers).toEqual([
      ['X-A', '%C3%A4%0A'],
      ['X-B', '"\\u00e4\\n"'],
      ['X-C', 'w6QK'],
    ]);
  });

  it.each([
    ...[
      'Host',
      'connection',
      'Content-Length',
      'Transfer-Encoding',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
      'Proxy-Authorization',
      'Keep-Alive',
      'proxy-x',
    ],
    ...['content_length', 'X Y', 'X\n', '', 'X:', '{{ x }}', 'ä'],
  ])('are never named %j by a template [U4]', (name) => {
    expect(refusalOf({ headers_template: { [name]: 'x' } }, { x: 'a' })).toMatch(/^template_error/);
    expect(
      refusalOf({ parameters: [{ argument: 'x', name, in: 'header', style: 'simple', explode: false }] }, { x: 'a' }),
    ).toMatch(/^template_error/);
  });

  it.each([
    '{{ x }}',
    'Bearer {{ x }}',
    '{{ args.x }}',
    '{{ args | tojson }}',
    '{% if x %}a{% endif %}',
    '{% for i in x %}{{ i }}{% endfor %}',
  ])('carry no authority from arguments: %s [U4]', (value) => {
    for (const name of ['Authorization', 'cookie', 'AUTHORIZATION'])
      expect(refusalOf({ headers_template: { [name]: value } }, { x: 'a' })).toMatch(/^template_error.*no arguments/);
  });

  it('carry what credentials say instead of what a template says', () => {
    const { headers } = requestOf(
      { headers_template: { authorization: 'Bearer {{ upstream_token }}' } },
      {},
      { credentials: someCredentials },
    );
    expect(headers).toEqual([['Authorization', 'Bearer real']]);
  });

  it.each([
    ...[
      'Host',
      'Connection',
      'Authorization',
      'Proxy-Authorization',
      'Cookie',
      'X-Forwarded-For',
      'x-forwarded-host',
      'X_Forwarded_For',
      'Forwarded',
    ],
    ...[
      'X-HTTP-Method-Override',
      'x-http-method',
      'X-Method-Override',
      'Content-Type',
      'Content-Length',
      'Transfer-Encoding',
      'TE',
      'Trailer',
      'Upgrade',
    ],
    ...[
      'X-Original-URL',
      'X-Rewrite-URL',
      'X-Real-IP',
      'X-Api-Key',
      'apikey',
      'X-Auth-Token',
      'X-Amz-Security-Token',
      'Sec-Fetch-Site',
      'X-Tool',
      'Expect',
    ],
    ...[
      'a b',
      'X\r\nY',
      '',
      'ä',
      '__proto__:',
      'Idempotency-Key',
      'Origin',
      'Referer',
      'traceparent',
      'X-Remote-User',
      'Via',
      'Accept-Encoding',
    ],
  ])('are not given as %j by an argument [U4]', (name) => {
    const given = { passthrough_headers: true, headers_template: { 'X-Tool': 'tool' } };
    expect(refusalOf(given, { headers: { [name]: 'x' } })).toMatch(/^validation_error/);
  });

  it('are given by an argument where they are harmless', () => {
    const { headers } = requestOf(
      { passthrough_headers: true },
      { headers: { 'Accept-Language': 'de', 'X-Request-Id': '1', 'If-None-Match': '"a"', Accept: 'text/csv' } },
    );
    expect(headers).toHaveLength(4);
    expect(requestOf({}, { headers: { Accept: 'x' } }).headers).toEqual([]);
    expect(requestOf({ passthrough_headers: true }, {}).headers).toEqual([]);
  });

  it('are refused from an argument that is no object of texts [U4]', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`X-${index}`, 'a']));
    for (const headers of [
      'X: 1',
      ['X'],
      { 'X-A': 1 },
      { 'X-A': 'a\nb' },
      { 'X-A': null },
      { 'X-A': 'a', 'x-a': 'b' },
      { X_A: 'a', 'X-A': 'b' },
      many,
    ])
      expect(refusalOf({ passthrough_headers: true }, { headers })).toMatch(/^validation_error/);
    const long = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`X-${index}`, 'a'.repeat(7_000)]));
    expect(refusalOf({ passthrough_headers: true }, { headers: long })).toMatch(/headers have more/);
  });

  it('that the source sends with everything are not replaced by arguments [U4]', () => {
    const compiled = compileProfile(profileOf({ passthrough_headers: true }), { headers: { 'X-Org': 'acme' } });
    expect(renderRequest(compiled, {}).headers).toEqual([['X-Org', 'acme']]);
    expect(() => renderRequest(compiled, { headers: { 'x-org': 'other' } })).toThrow(/set already/);
  });

  it('have no quote in a value that stands in quotes [U4]', () => {
    const given = { headers_template: { 'X-File': 'form; name="{{ n }}"; x={{ m }}' } };
    expect(requestOf(given, { n: 'a b', m: '"q"' }).headers).toEqual([['X-File', 'form; name="a b"; x="q"']]);
    for (const n of ['a"; admin="1', 'a\\']) expect(refusalOf(given, { n, m: '' })).toMatch(/^validation_error.*quote/);
  });

  it('that frame a request hold no credentials', () => {
    const credentials = { ...someCredentials, headers: { Host: 'key' } };
    expect(refusalOf({}, {}, { credentials })).toMatch(/^template_error.*Host/);
  });

  it('are there once', () => {
    expect(refusalOf({ headers_template: { 'X-A': '1', 'x-a': '2' } })).toMatch(/^template_error.*twice/);
  });

  it('have no line feed, not even of the template', () => {
    expect(refusalOf({ headers_template: { 'X-A': 'a\nX-B: {{ x }}' } }, { x: 'a' })).toMatch(/^template_error/);
  });

  it('have the key that makes a repetition harmless', () => {
    const given = { method: 'POST', idempotency_header: 'Idempotency-Key' } as const;
    expect(requestOf(given, {}, { idempotencyKey: 'k' })).toMatchObject({
      headers: [['Idempotency-Key', 'k']],
      isRepeatable: true,
    });
    expect(requestOf(given)).toMatchObject({ headers: [], isRepeatable: false });
    expect(requestOf({ method: 'PUT' })).toMatchObject({ isRepeatable: true });
    expect(requestOf({ method: 'PATCH' }, {}, { idempotencyKey: 'k' })).toMatchObject({
      headers: [],
      isRepeatable: false,
    });
  });

  it('do not repeat a secret in a message', () => {
    const broken = { ...someCredentials, headers: { 'X-Key': 'sec\nret' } };
    const message = refusalOf({}, {}, { credentials: broken });
    expect(message).toMatch(/^validation_error: The credentials for the header X-Key/);
    expect(message).not.toMatch(/ret\b.*sec|sec/);
  });
});

describe('credentials in the query', () => {
  const secret = { headers: {}, query: { 'api key': 's&t' }, upstreamToken: null, secrets: ['s&t'] };

  it('come last, encoded', () => {
    expect(requestOf({ url_template: 'https://a.invalid/?q=1' }, {}, { credentials: secret }).url).toBe(
      'https://a.invalid/?q=1&api%20key=s%26t',
    );
  });

  it('share their name with nothing else [U4]', () => {
    expect(
      refusalOf({ url_template: 'https://a.invalid/?API%20key={{ x }}' }, { x: 'a' }, { credentials: secret }),
    ).toMatch(/^template_error/);
    const parameters = [{ argument: 'x', name: 'f', in: 'query', style: 'form', explode: true }] as const;
    expect(refusalOf({ parameters: [...parameters] }, { x: { 'Api Key': 'a' } }, { credentials: secret })).toMatch(
      /^validation_error/,
    );
  });
});
