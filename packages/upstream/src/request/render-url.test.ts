import type { JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { refusalOf, requestOf } from '../../test/requests.ts';

const urlOf = (url_template: string, args: JsonObject = {}) => requestOf({ url_template }, args).url;

describe('the address of a request', () => {
  it.each<[string, JsonObject, string]>([
    ['https://a.invalid', {}, 'https://a.invalid/'],
    ['https://a.invalid/x y/ü?q=a b', {}, 'https://a.invalid/x%20y/%C3%BC?q=a%20b'],
    ['https://a.invalid/50%25/100%/{{ x }}', { x: '%41' }, 'https://a.invalid/50%25/100%25/%2541'],
    ['https://a.invalid/%{{ x }}', { x: '41' }, 'https://a.invalid/%2541'],
    ['https://a.invalid/a{{ x }}b/{{ y }}', { x: '/', y: 1.5 }, 'https://a.invalid/a%2Fb/1.5'],
    [
      'https://a.invalid/{{ x }}?q={{ x }}&r={{ y }}',
      { x: 'a&b=c', y: true },
      'https://a.invalid/a%26b%3Dc?q=a%26b%3Dc&r=true',
    ],
    ['https://a.invalid/?q={{ x | urlencode }}', { x: 'a b&' }, 'https://a.invalid/?q=a%20b%26'],
    ['https://a.invalid/{{ x | urlencode }}', { x: 'a/b' }, 'https://a.invalid/a%2Fb'],
    ['https://a.invalid/?f={{ x | tojson }}', { x: { a: "'" } }, 'https://a.invalid/?f=%7B%22a%22%3A%22%27%22%7D'],
    ["https://a.invalid/users('{{ x }}')", { x: "o'neill" }, 'https://a.invalid/users(%27o%27neill%27)'],
    ['https://a.invalid/{% if x is defined %}x/{{ x }}{% else %}all{% endif %}', {}, 'https://a.invalid/all'],
    ['HTTPS://A.Invalid:443/{{ x }}', { x: 'b' }, 'https://a.invalid/b'],
    ['https://a.invalid:8443/{{ x }}', { x: 'b' }, 'https://a.invalid:8443/b'],
    ['https://a.invalid?q={{ x }}', { x: 'b' }, 'https://a.invalid/?q=b'],
    ['https://a.invalid/a//b/', {}, 'https://a.invalid/a//b/'],
    ['https://a.invalid/v{{ x }}', { x: '...' }, 'https://a.invalid/v...'],
    ['  https://a.invalid/{{ x }}\n', { x: 'b' }, 'https://a.invalid/b'],
  ])('%s', (template, args, expected) => {
    expect(urlOf(template, args)).toBe(expected);
  });

  it.each([
    ...[
      '.',
      '..',
      '',
      '%2e%2e',
      '%2E.',
      '%252e%252e',
      '..%2f..%2fadmin',
      '../admin',
      'a/../b',
      '..\\admin',
      '\\..\\',
      './',
    ],
    ...[
      '..;/admin',
      '..\u2215admin',
      '..\uff0fadmin',
      '\uff0e\uff0e',
      '\u2025/',
      'a%2f..',
      '/..',
      'a/.',
      '%25252525252e',
      '..%5cx',
    ],
    ...['a\nb', 'a\r', '\t', '\u0000', '\u007f', '\u0085', '\ud800', '.\u2044.'],
  ])('refuses %j as a part of the path [U4]', (value) => {
    expect(refusalOf({ url_template: 'https://a.invalid/v1/users/{{ id }}/files' }, { id: value })).toMatch(
      /^validation_error/,
    );
  });

  it('refuses parts of a path that become a dot segment together [U4]', () => {
    const template = 'https://a.invalid/x/{{ a }}{{ b }}/y';
    expect(refusalOf({ url_template: template }, { a: 'a', b: '' })).toMatch(/^sent/);
    for (const [a, b] of [
      ['', ''],
      ['.', ''],
      ['.', '.'],
      ['', '..'],
    ] as const)
      expect(refusalOf({ url_template: template }, { a, b })).toMatch(/^validation_error/);
    for (const template of ['https://a.invalid/.{{ a }}', 'https://a.invalid/%2e{{ a }}', 'https://a.invalid/{{ a }}.'])
      expect(refusalOf({ url_template: template }, { a: '' })).toMatch(/^validation_error/);
    expect(refusalOf({ url_template: 'https://a.invalid/x/../y' })).toMatch(/^template_error/);
    for (const [a, b] of [
      ['..%2', 'fadmin'],
      ['..', '/admin'],
      ['.', './x'],
      ['%2', 'e%2e'],
    ] as const)
      expect(refusalOf({ url_template: template }, { a, b })).toMatch(/^validation_error/);
    expect(refusalOf({ url_template: 'https://a.invalid/{{ a }}/%2E%2e/y' }, { a: 'b' })).toMatch(/^template_error/);
  });

  it.each([
    ['a name of the query', 'https://a.invalid/?{{ x }}=1'],
    ['a name behind others', 'https://a.invalid/?a=1&{{ x }}=2'],
    ['all of the query', 'https://a.invalid/?{{ x }}'],
    ['the scheme', 'ht{{ x }}ps://a.invalid/'],
    ['the end of the scheme', 'https:{{ x }}/a.invalid/'],
    ['what comes behind the host', 'https://a.invalid{{ x }}/'],
    ['the port without a list', 'https://a.invalid:{{ x }}/'],
    ['a fragment', 'https://a.invalid/{{ x }}#here'],
    ['a fragment of its own', 'https://a.invalid/#{{ x }}'],
    ['a backslash', 'https://a.invalid\\{{ x }}'],
    ['credentials', 'https://user:pw@a.invalid/{{ x }}'],
    ['no host', 'https:///{{ x }}'],
    ['another scheme', 'ftp://a.invalid/{{ x }}'],
    ['a relative address', '/a/{{ x }}'],
    ['a scheme-relative address', '//a.invalid/{{ x }}'],
    ['a tab', 'https://a.invalid/a\tb{{ x }}'],
  ])('refuses a template with a value as, or beside, %s [U4]', (_what, url_template) => {
    expect(refusalOf({ url_template }, { x: 's' })).not.toMatch(/^sent/);
  });

  it('refuses values that have no plain text [U4]', () => {
    for (const x of [null, [], {}, [1], 2 ** 60, 1e30])
      expect(refusalOf({ url_template: 'https://a.invalid/{{ x }}' }, { x })).toMatch(/^(template|validation)_error/);
    expect(refusalOf({ url_template: 'https://a.invalid/?q={{ x }}' }, { x: '\ud800' })).toMatch(/half of a character/);
    expect(refusalOf({ url_template: 'https://a.invalid/?q={{ x }}' }, { x: 'a'.repeat(20_000) })).toMatch(
      /characters/,
    );
  });

  it('writes what could break a line into a query, encoded', () => {
    expect(urlOf('https://a.invalid/?q={{ x }}', { x: 'a\r\n\u0000' })).toBe('https://a.invalid/?q=a%0D%0A%00');
  });
});
