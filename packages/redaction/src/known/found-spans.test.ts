import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { Span } from '../span.ts';
import { endOfPiece, joinLines } from './join-lines.ts';
import { KnownValues } from './known-values.ts';

function knowing(...values: readonly string[]): KnownValues {
  const known = new KnownValues();
  for (const value of values) known.learn(value);
  return known;
}

function found(known: KnownValues, text: string): readonly string[] {
  const spans: Span[] = [];
  known.find(text, spans);
  return spans.map(({ start, end }) => `${start}:${text.slice(start, end)}`);
}

describe('known values', () => {
  it('are found each where it stands, the longest of those that begin there, and none inside of another [G8]', () => {
    const known = knowing('FAKE-one', 'FAKE-one-and-two', 'and-twoX');
    expect(found(known, 'a FAKE-one FAKE-one-and-two FAKE-one')).toEqual([
      '2:FAKE-one',
      '11:FAKE-one-and-two',
      '28:FAKE-one',
    ]);
    expect(found(known, 'FAKE-one-and-twoX')).toEqual(['0:FAKE-one-and-two', '9:and-twoX']);
    expect(found(knowing('FAKE-one-and-two', 'one-and-two'), 'FAKE-one-and-two')).toEqual(['0:FAKE-one-and-two']);
    expect(found(knowing(), 'FAKE-one')).toEqual([]);
  });

  it('are found in their lines where they are wrapped, a span for each line [G8]', () => {
    const known = knowing('FAKE-one-and-two');
    expect(found(known, 'a FAKE-one\n  > -and-two b')).toEqual(['2:FAKE-one', '15:-and-two']);
    expect(found(known, 'a\nFAKE-one-and-two')).toEqual(['2:FAKE-one-and-two', '2:FAKE-one-and-two']);
    expect(found(known, 'FAKE-one-and-two\n')).toEqual(['0:FAKE-one-and-two']);
  });

  it('are kept from eight characters on, with and without the blanks around them [G8]', () => {
    expect(found(knowing('1234567'), '1234567')).toEqual([]);
    expect(found(knowing('FAKEFAK\n'), 'FAKEFAK ')).toEqual([]);
    expect(found(knowing('FAKE1234'), 'FAKE1234')).toEqual(['0:FAKE1234']);
    expect(found(knowing(' FAKE1234 '), 'FAKE1234')).toEqual(['0:FAKE1234']);
    expect(found(knowing(' FAKE1234 '), 'a FAKE1234 b')).toEqual(['1: FAKE1234 ']);
    expect(found(knowing(' 1234567'), 'a 1234567')).toEqual(['1: 1234567']);
  });

  it('of several lines are known by the lines that are long and no border, and whole where they are escaped [G8]', () => {
    const short = 'q7FAKEq7FAKEq7F';
    const known = knowing(`\n-----BEGIN OF FAKE-----\r\n ${short}A \n${short}\n\n`);
    expect(short).toHaveLength(limits.knownLineLengthMin - 1);
    expect(found(known, `x ${short}A x`)).toEqual([`2:${short}A`]);
    expect(found(known, `x ${short} x`)).toEqual([]);
    expect(found(known, '-----BEGIN OF FAKE-----')).toEqual([]);
    const escaped = `-----BEGIN OF FAKE-----\\r\\n ${short}A \\n${short}`;
    expect(found(known, `"${escaped}"`)).toEqual([`1:${escaped}`]);
  });

  it('that are longer than any credential are known by each piece that is long enough [G8]', () => {
    const piece = (sign: string) => sign.repeat(limits.knownValueLengthMax - 1);
    const known = knowing(`a${piece('b')}c${piece('d')}FAKE567`);
    expect(found(known, `x a${piece('b')} x`)).toEqual([`2:a${piece('b')}`]);
    expect(found(known, `x c${piece('d')} x`)).toEqual([`2:c${piece('d')}`]);
    expect(found(known, `x ${piece('b')}c x`)).toEqual([]);
    expect(found(known, 'FAKE567')).toEqual([]);
    expect(found(knowing(`a${piece('b')}FAKE5678`), 'x FAKE5678')).toEqual(['2:FAKE5678']);
  });

  it('in base64 take the characters with them that hold bits of them, and the signs that fill up [G8]', () => {
    const [whole, second, third] = ['YWJjZGVmZ2hp', 'FiY2RlZmdoa', 'hYmNkZWZnaG'];
    const known = knowing('abcdefghi');
    expect(found(known, `${whole}AA==`)).toEqual([`0:${whole}`]);
    expect(found(known, `eH${second}Q==`)).toEqual([`1:H${second}Q==`]);
    expect(found(known, `e ${second}Q===`)).toEqual([`2:${second}Q==`]);
    expect(found(known, `e ${second}====`)).toEqual([`2:${second}===`]);
    expect(found(known, `${second} =`)).toEqual([`0:${second}`]);
    expect(found(known, `eHl${third}kx`)).toEqual([`2:l${third}k`]);
  });

  it('leave a line free that holds no beginning of one [G8]', () => {
    const known = knowing('FAKE-one-and-two');
    expect(known.isFree('a FAKE-on', 0, 9)).toBe(true);
    expect(known.isFree('a FAKE-one', 0, 10)).toBe(false);
    expect(known.isFree('a FAKE-one', 0, 9)).toBe(true);
    expect(known.isFree('a FAKE-one', 3, 10)).toBe(true);
    expect(knowing().isFree('a FAKE-one', 0, 10)).toBe(true);
  });

  it('may go on in the next line where one begins and is not over, the first of these counts [G8]', () => {
    const known = knowing('FAKE-one-and-two', 'one-and-two-and-three');
    expect(known.openAt('a FAKE-one\n')).toBe(2);
    expect(known.openAt('a FAKE-one-and" +\n')).toBe(2);
    expect(known.openAt('x\ny\n  > FAKE-one\n    -and\n')).toBe(8);
    expect(known.openAt('FAKE-one x\n')).toBe(-1);
    expect(known.openAt('FAKE-one-and-two\n')).toBe(5);
    expect(known.openAt('FAKE-one-and-two x\n')).toBe(-1);
    expect(knowing('FAKE-one-and-two').openAt('x\nFAKE-one-and-two\n')).toBe(-1);
    expect(known.openAt('FAKE-on\n')).toBe(-1);
  });
});

describe('lines that are put together', () => {
  it.each([
    ['  a\nb', '  ab'],
    ['\n  ab\nc', '  abc'],
    ['a\n  > > b', 'a> b'],
    ['a\n  >   b', 'ab'],
    ['a\n*\tb', 'ab'],
    ['a\n+ b', 'ab'],
    ['a\n| "b', 'ab'],
    ['a\n""b', 'a"b'],
    ['a\n#b', 'a#b'],
    ['a\n- b', 'a- b'],
    ['a\n   ', 'a'],
    ['a\n>', 'a>'],
    ['a&\nb', 'ab'],
    ['a,\n,b', 'a,b'],
    ['a+\nb', 'a+b'],
    ['a +\nb', 'ab'],
    ["a'+\nb", 'ab'],
    ['a\n+\nb', 'ab'],
    ['+\nb', '+b'],
    ['a!\nb', 'a!b'],
    ['a-\nb', 'a-b'],
    ['a \u{1f}\nb', 'ab'],
  ])('%j: %j [G8]', (text, joined) => {
    expect(joinLines(text)?.text).toBe(joined);
  });

  it('end where the glue begins, but not before an index [G8]', () => {
    expect(endOfPiece('a"  ', 0, 4)).toBe(1);
    expect(endOfPiece('a"  ', 2, 4)).toBe(2);
    expect(endOfPiece('a"  b', 0, 4)).toBe(1);
    expect(endOfPiece('ab', 0, 2)).toBe(2);
  });
});
