import { describe, expect, it } from 'vitest';
import { marker } from '../marker.ts';
import type { Opening } from '../opening.ts';
import { continueConstruct } from './continue-construct.ts';
import { wrapsAtEnd } from './wraps-at-end.ts';

const M = marker;
const opaque = 'q7FAKEq7FAKE';
const quote: Opening = { kind: 'quote', quote: '"' };
const triple: Opening = { kind: 'quote', quote: '"""' };
const escaped: Opening = { kind: 'quote', quote: '\\"' };
const block: Opening = { kind: 'block', indent: 2 };

describe('a line below what an earlier one opened', () => {
  it.each<[Opening, string, string, string]>([
    [{ kind: 'key' }, 'abc-----END PRIVATE KEY----- x', '', ' x'],
    [quote, 'abc" x', '', '" x'],
    [quote, 'a\\"b" x', '', '" x'],
    [triple, 'a"b""" x', '', '""" x'],
    [escaped, 'a\\" x', '', '\\" x'],
    [{ kind: 'list' }, '"x9", of it', `"${M}", `, 'of it'],
    [{ kind: 'list' }, ' , "x9"]', ` , "${M}"`, ']'],
  ])('ends it with a part of its own: %j %j [G8]', (opens, line, out, rest) => {
    expect(continueConstruct(opens, line)).toEqual({ out, isOver: true, isPart: true, rest });
  });

  it.each<[Opening, string]>([
    [{ kind: 'key' }, 'these are words\n'],
    [quote, '\n'],
    [quote, '  \r\n'],
    [block, '  x: 1\n'],
    [block, 'x: 1\n'],
    [{ kind: 'list' }, 'of it\n'],
    [{ kind: 'list' }, '"x9\n'],
    [{ kind: 'list' }, ']\n'],
    [{ kind: 'words' }, 'word\n'],
    [{ kind: 'words' }, `${opaque} x\n`],
    [{ kind: 'words' }, '\n'],
  ])('ends it and is a line of its own: %j %j [G8]', (opens, line) => {
    expect(continueConstruct(opens, line)).toEqual({ out: '', isOver: true, isPart: false, rest: line });
  });

  it.each<[Opening, string, string]>([
    [{ kind: 'key' }, 'MIIEFAKE\n', '\n'],
    [{ kind: 'key' }, ' 12: MIIEFAKE\\n" +\r\n', '\r\n'],
    [{ kind: 'key' }, 'Proc-Type: 4,ENCRYPTED\n', '\n'],
    [{ kind: 'key' }, '\n', '\n'],
    [{ kind: 'key' }, 'MIIEFAKE', ''],
    [quote, 'any words\r\n', '\r\n'],
    [triple, 'a"b\n', '\n'],
    [escaped, 'any words', ''],
  ])('is masked with its first line, and its line end waits: %j %j [G8]', (opens, line, heldBreak) => {
    expect(continueConstruct(opens, line)).toEqual({ out: '', isOver: false, isPart: true, rest: '', heldBreak });
  });

  it.each<[Opening, string, string]>([
    [block, '   any words\r\n', `   ${M}\r\n`],
    [block, '\t\t\tx', `\t\t\t${M}`],
    [block, ' \n', ' \n'],
    [{ kind: 'list' }, '"x9", "null",\n', `"${M}", "null",\n`],
    [{ kind: 'list' }, '  # why\n', '  # why\n'],
    [{ kind: 'list' }, '"x9", // why\n', `"${M}", // why\n`],
    [{ kind: 'list' }, ' \n', ' \n'],
    [{ kind: 'list' }, `${opaque},\n`, `${M},\n`],
    [{ kind: 'words' }, `  - "${opaque}",\n`, `  - "${M}",\n`],
    [{ kind: 'words' }, `${opaque}==\n`, `${M}\n`],
    [{ kind: 'words' }, `${M}\n`, `${M}\n`],
  ])('is masked by itself, and the next one may be: %j %j [G8]', (opens, line, out) => {
    expect(continueConstruct(opens, line)).toMatchObject({ out, isOver: false, isPart: true, rest: '' });
  });

  it('of a block stays in the block [G8]', () => {
    expect(continueConstruct(block, '   x\n').opens).toEqual(block);
  });
});

describe('a line that a terminal may have wrapped', () => {
  it('is long, ends with a line end, and has a secret up to it [G8]', () => {
    const line = (length: number, end: string) => 'x'.repeat(length) + end;
    const spans = (end: number) => [
      { start: 0, end: 1 },
      { start: 2, end },
    ];
    expect(wrapsAtEnd(line(60, '\n'), spans(60))).toBe(true);
    expect(wrapsAtEnd(line(60, '\r\n'), spans(60))).toBe(true);
    expect(wrapsAtEnd(line(59, '\n'), spans(59))).toBe(false);
    expect(wrapsAtEnd(line(60, ''), spans(60))).toBe(false);
    expect(wrapsAtEnd(line(60, '\n'), spans(59))).toBe(false);
    expect(wrapsAtEnd(line(60, '\n'), [])).toBe(false);
  });
});
