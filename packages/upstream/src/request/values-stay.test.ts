import type { JsonObject, JsonValue } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../../test/requests.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { compileProfile } from './compile-profile.ts';
import { renderRequest } from './render-request.ts';
import type { RenderedRequest } from './rendered-request.ts';

/** Texts that attackers, and people, write: any characters, and pieces that mean something in one place or another. */
const piece = fc.constantFrom(
  ...['.', '..', '/', '\\', '%', '%2e', '%2f', '%00', '?', '#', '&', '=', ';', '@', ':', ' ', '+', ',', '|', '[', ']'],
  ...[
    '\r',
    '\n',
    '\t',
    '\u0000',
    '"',
    "'",
    '\\"',
    '<',
    '>',
    '{',
    '}',
    '{{',
    '}}',
    '{%',
    '__proto__',
    '\u2028',
    '\ud800',
    '\udc00',
    'ä',
    '💥',
    '\u202e',
  ],
  ...[
    'a',
    'admin',
    '0',
    '-',
    '127.0.0.1',
    'https://',
    'evil.invalid',
    '\uff0e',
    '\u2215',
    '"}',
    '","role":"admin',
    '\r\nX: 1',
    '\u0085',
  ],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

type Check = (request: RenderedRequest, value: string) => void;

/** Whatever the value: it is refused, or it is just where it was put. */
function staysIn(profile: Parameters<typeof profileOf>[0], check: Check): void {
  const compiled = compileProfile(profileOf(profile));
  let sent = 0;
  fc.assert(
    fc.property(text, (value) => {
      let request: RenderedRequest;
      try {
        request = renderRequest(compiled, { value });
      } catch (error) {
        expect(error).toBeInstanceOf(UpstreamFailure);
        return;
      }
      sent += 1;
      check(request, value);
    }),
    { numRuns: 3_000 },
  );
  // Where everything is refused nothing was shown.
  expect(sent).toBeGreaterThan(100);
}

describe('a value stays where it was put', () => {
  it('as one segment of a path [U4]', () => {
    staysIn({ url_template: 'https://api.example.invalid/v1/{{ value }}/files?a=1' }, ({ url }, value) => {
      const { origin, pathname, search, hash, username } = new URL(url);
      const segments = pathname.split('/');
      expect([origin, search, hash, username, segments.length]).toEqual([
        'https://api.example.invalid',
        '?a=1',
        '',
        '',
        4,
      ]);
      expect(segments.map(decodeURIComponent)).toEqual(['', 'v1', value, 'files']);
    });
  });

  it('as part of a segment [U4]', () => {
    staysIn({ url_template: 'https://api.example.invalid/a{{ value }}.json/%2e{{ value }}x' }, ({ url }, value) => {
      const { origin, pathname, search } = new URL(url);
      expect([origin, search]).toEqual(['https://api.example.invalid', '']);
      expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', `a${value}.json`, `.${value}x`]);
    });
  });

  it('as a value of the query [U4]', () => {
    staysIn({ url_template: 'https://api.example.invalid/s?q={{ value }}&admin=false' }, ({ url }, value) => {
      const { origin, pathname, search, hash } = new URL(url);
      expect([origin, pathname, hash]).toEqual(['https://api.example.invalid', '/s', '']);
      const pairs = search.slice(1).split('&');
      expect(pairs.map((pair) => pair.split('=').map(decodeURIComponent))).toEqual([
        ['q', value],
        ['admin', 'false'],
      ]);
      expect(search).not.toMatch(/[;'"<>]/);
    });
  });

  it('as a parameter of the query [U4]', () => {
    const parameters = [{ argument: 'value', name: 'q', in: 'query', style: 'form', explode: true }] as const;
    staysIn(
      { url_template: 'https://api.example.invalid/s?admin=false', parameters: [...parameters] },
      ({ url }, value) => {
        expect([...new URL(url).searchParams]).toEqual([
          ['admin', 'false'],
          ['q', value],
        ]);
      },
    );
  });

  it('as one label of a host [U4, U5]', () => {
    const compiled = compileProfile(
      profileOf({ url_template: 'https://{{ value }}.example.invalid/v1', allowed_hosts: ['*.example.invalid'] }),
    );
    fc.assert(
      fc.property(fc.oneof(text, fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/)), (value) => {
        let request: RenderedRequest;
        try {
          request = renderRequest(compiled, { value });
        } catch (error) {
          expect((error as UpstreamFailure).code).toBe('destination_refused');
          return;
        }
        expect(request.url).toBe(`https://${value.toLowerCase()}.example.invalid/v1`);
        expect(value).toMatch(/^[A-Za-z0-9-]+$/);
      }),
      { numRuns: 3_000 },
    );
  });

  it('as a whole address, at an allowed host [U4, U5]', () => {
    const compiled = compileProfile(profileOf({ url_template: '{{ value }}', allowed_hosts: ['api.example.invalid'] }));
    const address = fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'https:', '//', 'https:\\\\', ''),
        fc.array(fc.oneof(piece, fc.constant('api.example.invalid')), { maxLength: 5 }),
      )
      .map(([scheme, pieces]) => scheme + pieces.join(''));
    fc.assert(
      fc.property(address, (value) => {
        try {
          const { url } = renderRequest(compiled, { value });
          expect(new URL(url).origin).toBe('https://api.example.invalid');
          expect(new URL(value).href.replace(/\?$/, '')).toBe(url);
        } catch (error) {
          if (!(error instanceof UpstreamFailure)) throw error;
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('as the value of a header [U4]', () => {
    staysIn({ headers_template: { 'X-Name': 'n={{ value }}', 'X-Other': 'fixed' } }, ({ headers }, value) => {
      expect(headers).toEqual([
        ['X-Name', `n=${value}`],
        ['X-Other', 'fixed'],
      ]);
      // What the platform thinks of it, which refuses what would break a line and drops blanks at the ends.
      expect(new Headers(headers.map(([name, given]): [string, string] => [name, given])).get('x-name')).toBe(
        `n=${value}`,
      );
    });
  });

  it('as a text of a JSON body, inside of quotes and outside [U4]', () => {
    staysIn(
      {
        method: 'POST',
        body_template: '{"a": "x{{ value }}y", "b": {{ value }}, "c": [{{ value | tojson }}], "role": "user"}',
      },
      ({ body }, value) => {
        expect(JSON.parse(body as string)).toEqual({ a: `x${value}y`, b: value, c: [value], role: 'user' });
      },
    );
  });

  it('as a field of a form [U4]', () => {
    const content_type = 'application/x-www-form-urlencoded';
    staysIn({ method: 'POST', content_type, body_template: 'name={{ value }}&role=user' }, ({ body }, value) => {
      expect([...new URLSearchParams(body as string)]).toEqual([
        ['name', value],
        ['role', 'user'],
      ]);
    });
  });

  it('as a part of a form of parts [U4]', async () => {
    const compiled = compileProfile(
      profileOf({ method: 'POST', content_type: 'multipart/form-data', body_argument: 'body' }),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (name, value) => {
        let request: RenderedRequest;
        try {
          request = renderRequest(compiled, { body: { [`n${name}`]: value, role: 'user' } });
        } catch (error) {
          expect(error).toBeInstanceOf(UpstreamFailure);
          return;
        }
        const headers = request.headers.map(([header, given]): [string, string] => [header, given]);
        const form = await new Response(request.body as Uint8Array<ArrayBuffer>, { headers }).formData();
        expect([...form.values()]).toEqual([value, 'user']);
        expect([...form.keys()][1]).toBe('role');
      }),
      { numRuns: 500 },
    );
  });
});

describe('any JSON value', () => {
  it('is in a body what it was, with everything around it untouched [U4]', () => {
    const compiled = compileProfile(
      profileOf({
        method: 'POST',
        body_template:
          '{"before": 1, "value": {{ value }}, "again": {{ args.value | tojson }}, "after": {"role": "user"}}',
      }),
    );
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(json, (value) => {
        let request: RenderedRequest;
        try {
          request = renderRequest(compiled, { value });
        } catch (error) {
          expect((error as UpstreamFailure).message).toMatch(/2\^53/);
          return;
        }
        const expected = JSON.parse(
          JSON.stringify({ before: 1, value, again: value, after: { role: 'user' } }),
        ) as JsonObject;
        expect(JSON.parse(request.body as string)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
