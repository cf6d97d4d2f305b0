import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { readName } from './read-name.ts';
import { endOfContent, findClosing, lineEndAt, readValue, skipBlanks } from './read-value.ts';

describe('a value', () => {
  it.each([
    ['abc\\\ndef g', '', 'abc\\\ndef'],
    ['abc\\\r\ndef g', '', 'abc\\\r\ndef'],
    ['abc\\\n', '', 'abc\\'],
    ['abc\\nd', '', 'abc\\nd'],
    ['abc\\nd', '"', 'abc'],
    ['abc\\xd', '"', 'abc\\xd'],
    ['abc\\"d', '', 'abc'],
    ['abc\\\\"d', '"', 'abc'],
    ['abc"d', '"', 'abc'],
    ['abc"d', "'", 'abc"d'],
    ['abc`', '', 'abc'],
    ["abc',", '', 'abc'],
    ['abc,', '', 'abc'],
    ['abc,"', '', 'abc'],
    ['abc,\\', '', 'abc'],
    ['abc,\u{a0}', '', 'abc'],
    ['abc;d: e', '', 'abc'],
    ['abc;d :e', '', 'abc'],
    ['abc;d"=e', '', 'abc'],
    ['abc;=e', '', 'abc;=e'],
    [`abc,${'d'.repeat(40)}=e`, '', 'abc'],
    [`abc,${'d'.repeat(41)}=e`, '', `abc,${'d'.repeat(41)}=e`],
    ['abc& d', '', 'abc'],
    ['abc&d', '', 'abc&d'],
    ['abc#top x', '', 'abc'],
    ['abc#top-of-page', '', 'abc'],
    ['abc#topOf', '', 'abc#topOf'],
    ['abc#{x', '', 'abc#{x'],
    ['abc]', '', 'abc'],
    ['abc});', '', 'abc'],
    ['abc>"', '', 'abc'],
    ['abc]d', '', 'abc]d'],
    ['', '', ''],
    ['" x', '"', ''],
    ['\u{7f}abc', '', '\u{7f}abc'],
  ])('without quotes is read up to its end: %j inside %j [G8]', (text, outer, value) => {
    expect(readValue(text, 0, outer)).toEqual({
      start: 0,
      end: value.length,
      next: value.length,
      text: value,
      quote: '',
      isClosed: true,
    });
  });

  it.each([
    ['"abc" d', { start: 1, end: 4, next: 5, quote: '"', isClosed: true }],
    ['""', { start: 1, end: 1, next: 2, quote: '"', isClosed: true }],
    ['@"abc"', { start: 2, end: 5, next: 6, quote: '"', isClosed: true }],
    ['"""a""" b', { start: 3, end: 4, next: 7, quote: '"""', isClosed: true }],
    ['"""a\n', { start: 3, end: 4, next: 5, quote: '"""', isClosed: false }],
    ['\\"a\\"', { start: 2, end: 3, next: 5, quote: '\\"', isClosed: true }],
    ['\\"a"', { start: 2, end: 3, next: 4, quote: '\\"', isClosed: true }],
    ['\\\\"a\\" b', { start: 3, end: 4, next: 7, quote: '\\\\"', isClosed: true }],
    ['"\n', { start: 1, end: 1, next: 2, quote: '"', isClosed: false }],
  ])('in quotes is read up to the quote that closes it: %j [G8]', (text, value) => {
    expect(readValue(text, 0, '')).toMatchObject(value);
  });

  it('is closed by a quote that no backslash takes back [G8]', () => {
    expect(findClosing('a\\"b"', 0, '"')).toBe(4);
    expect(findClosing('a\\\\"b"', 0, '"')).toBe(3);
    expect(findClosing('\\"b"', 1, '"')).toBe(1);
    expect(findClosing('a\\\\"b\\"', 0, '\\"')).toBe(5);
    expect(findClosing('abc', 0, '"')).toBe(-1);
  });

  it('ends before the line end [G8]', () => {
    expect([endOfContent('a\n'), endOfContent('a\r\n'), endOfContent('a\r'), endOfContent('')]).toEqual([1, 1, 2, 0]);
    expect([lineEndAt('\n', 0), lineEndAt('\r\n', 0), lineEndAt('\r', 0), lineEndAt('a', 0)]).toEqual([1, 2, 0, 0]);
    expect([skipBlanks('\\\r\n x', 0), skipBlanks('\\\n', 0), skipBlanks(' \\\r\n', 0)]).toEqual([4, 0, 1]);
  });
});

describe('a name', () => {
  it.each([
    ['token', { text: 'token', word: 'token', start: 0, isOptional: false, isQuoted: false }],
    ['token?', { text: 'token', word: 'token', start: 0, isOptional: true, isQuoted: false }],
    ['token !', { text: 'token', word: 'token', start: 0, isOptional: true, isQuoted: false }],
    ['x["token"]', { text: 'token', word: 'token', start: 3, isOptional: false, isQuoted: true }],
    ['x[token]', { text: 'token', word: 'token', start: 2, isOptional: false, isQuoted: false }],
    ['\\\\"token\\\\"', { text: 'token', word: 'token', start: 3, isOptional: false, isQuoted: true }],
    ['\\ttoken', { text: 'token', word: 'token', start: 2, isOptional: false, isQuoted: false }],
    ['\\rx', { text: 'x', word: 'x', start: 2, isOptional: false, isQuoted: false }],
    ['\\r', { text: 'r', word: 'r', start: 1, isOptional: false, isQuoted: false }],
    ['\\xy', { text: 'xy', word: 'xy', start: 1, isOptional: false, isQuoted: false }],
    ['my api keys', { text: 'api_keys', word: 'keys', start: 7, isOptional: false, isQuoted: false }],
    ['a key', { text: 'key', word: 'key', start: 2, isOptional: false, isQuoted: false }],
    ['api  key', { text: 'key', word: 'key', start: 5, isOptional: false, isQuoted: false }],
    ['api keyed', { text: 'keyed', word: 'keyed', start: 4, isOptional: false, isQuoted: false }],
    ['api code', { text: 'code', word: 'code', start: 4, isOptional: false, isQuoted: false }],
  ])('is read from before its sign, and what it says of itself: %j [G8]', (before, name) => {
    expect(readName(`${before}: x`, before.length)).toEqual(name);
  });

  it('is read from no further back than its line, nor than the longest name [G8]', () => {
    expect(readName('abc token', 9, 6)).toMatchObject({ text: 'ken', start: 6 });
    expect(readName('token  ', 7, 5)).toBeNull();
    const max = limits.nameLengthMax + limits.blanksMax;
    expect(readName('x'.repeat(200), 200)).toMatchObject({ start: 200 - max });
    expect(readName(`token${' '.repeat(max)}`, 5 + max)).toBeNull();
    expect(readName('token?=x', 6)).toMatchObject({ isOptional: false });
  });
});
