import type { JsonObject, JsonValue, ParameterBinding } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { refusalOf, requestOf } from '../../test/requests.ts';

const binding = (given: Partial<ParameterBinding>): ParameterBinding => ({
  argument: 'x',
  name: 'x',
  in: 'query',
  style: 'form',
  explode: true,
  ...given,
});

const searchOf = (given: Partial<ParameterBinding>, x: JsonValue) =>
  new URL(requestOf({ parameters: [binding(given)] }, { x }).url).search;

describe('arguments that are parameters', () => {
  it.each<[Partial<ParameterBinding>, JsonValue, string]>([
    [{}, 'a b&c=d', '?x=a%20b%26c%3Dd'],
    [{}, 5, '?x=5'],
    [{}, '', '?x='],
    [{}, [1, 'b,c'], '?x=1&x=b%2Cc'],
    [{}, { r: 1, g: 'a&b' }, '?r=1&g=a%26b'],
    [{ explode: false }, ['a', 'b,c'], '?x=a,b%2Cc'],
    [{ explode: false }, { r: 1, g: 2 }, '?x=r,1,g,2'],
    [{ style: 'spaceDelimited', explode: false }, ['a', 'b'], '?x=a%20b'],
    [{ style: 'pipeDelimited', explode: false }, ['a', 'b'], '?x=a%7Cb'],
    [{ style: 'deepObject' }, { a: 1, b: { c: [1, 2] } }, '?x%5Ba%5D=1&x%5Bb%5D%5Bc%5D=1&x%5Bb%5D%5Bc%5D=2'],
    [{ style: 'json' }, { a: ['&'] }, '?x=%7B%22a%22%3A%5B%22%26%22%5D%7D'],
    [{ name: 'a b&c' }, 'v', '?a%20b%26c=v'],
    [{}, null, ''],
    [{}, [], ''],
    [{ explode: false }, [], ''],
    [{ explode: false }, {}, ''],
    [{}, [null, 'a'], '?x=&x=a'],
  ])('%j writes %j', (given, value, expected) => {
    expect(searchOf(given, value)).toBe(expected);
  });

  it('come behind the query of the template, and are left out where they are not given', () => {
    const given = {
      url_template: 'https://a.invalid/?q=1',
      parameters: [binding({}), binding({ argument: 'y', name: 'y' })],
    };
    expect(requestOf(given, { y: 2 }).url).toBe('https://a.invalid/?q=1&y=2');
    expect(requestOf(given, {}).url).toBe('https://a.invalid/?q=1');
  });

  it.each<[string, Partial<ParameterBinding>, JsonValue]>([
    ['a member named as a parameter of the template', {}, { admin: 'true' }],
    ['one in capital letters', {}, { ADMIN: 'true' }],
    ['a member named as another parameter', {}, { other: '1' }],
    ['a member of a member', {}, { a: { b: 1 } }],
    ['a list in a list', {}, [[1]]],
    ['what separates, in a value', { style: 'pipeDelimited', explode: false }, ['a|b']],
    ['a bracket in a name', { style: 'deepObject' }, { 'a][b': 1 }],
    ['a number beyond 2^53', {}, 2 ** 53],
    ['half of a character', {}, '\ud800'],
  ])('refuse %s [U4]', (_what, given, x) => {
    const parameters = [binding(given), binding({ argument: 'other', name: 'other' })];
    expect(refusalOf({ url_template: 'https://a.invalid/?admin=false', parameters }, { x })).toMatch(
      /^(validation|template)_error/,
    );
  });

  it('stop at too many levels [U4]', () => {
    let x: JsonObject = { a: 1 };
    for (let depth = 0; depth < 20; depth += 1) x = { a: x };
    expect(refusalOf({ parameters: [binding({ style: 'deepObject' })] }, { x })).toMatch(/deep/);
  });

  it('are written into headers and cookies', () => {
    const parameters = [
      binding({ in: 'header', name: 'X-A', style: 'simple', explode: false }),
      binding({ in: 'header', name: 'X-B', style: 'simple', explode: true, argument: 'o' }),
      binding({ in: 'header', name: 'X-C', style: 'json', argument: 'o' }),
      binding({ in: 'cookie', name: 'c', argument: 'c' }),
      binding({ in: 'cookie', name: 'd', argument: 'l', explode: false }),
      binding({ in: 'cookie', name: 'e', argument: 'none' }),
      binding({ in: 'cookie', name: 'f', argument: 'o' }),
      binding({ in: 'cookie', name: 'g', argument: 'o', style: 'json' }),
    ];
    expect(requestOf({ parameters }, { x: ['a', 1], o: { k: 'u' }, c: 'a; b=1', l: ['x', 'y'] }).headers).toEqual([
      ['X-A', 'a,1'],
      ['X-B', 'k=u'],
      ['X-C', '{"k":"u"}'],
      ['Cookie', 'c=a%3B%20b%3D1; d=x,y; f=k,u; g=%7B%22k%22%3A%22u%22%7D'],
    ]);
  });

  it('refuse values that would end a header or make two of one [U4]', () => {
    const header = binding({ in: 'header', name: 'X-A', style: 'simple', explode: false });
    for (const x of ['a\nb', 'ä', ['a,b'], { 'a,b': 1 }, [[1]]])
      expect(refusalOf({ parameters: [header] }, { x })).toMatch(/^validation_error/);
    expect(
      refusalOf({ parameters: [binding({ in: 'header', name: 'authorization', style: 'simple' })] }, { x: 'a' }),
    ).toMatch(/^template_error/);
    expect(refusalOf({ parameters: [binding({ in: 'cookie', name: 'a;b' })] }, { x: 'a' })).toMatch(/^template_error/);
    const headers_template = { 'x-a': 'literal' };
    expect(refusalOf({ headers_template, parameters: [header] }, { x: 'a' })).toMatch(/set already/);
  });
});
