import { describe, expect, it } from 'vitest';
import { plainReading } from './plain-reading.ts';

describe('the plain reading of a script', () => {
  it.each([
    ['ls', [['ls']]],
    ['ls -la; pwd', [['ls', '-la'], ['pwd']]],
    ['ls|head\nls', [['ls'], ['head'], ['ls']]],
    [`echo 'a b'"c d"e`, [['echo', 'a bc de']]],
    ['grep "a\\.b" x', [['grep', 'a\\.b', 'x']]],
    ['ls 2>/dev/null && ls >&2', [['ls'], ['ls']]],
    ['', []],
    ['ls;', [['ls']]],
  ])('is its commands and their words: %j [G3]', (script, commands) => {
    expect(plainReading(script)).toEqual(commands);
  });

  it.each([
    '; ls',
    'ls;; ls',
    'ls &',
    'ls $x',
    'ls `x`',
    'ls \\a',
    'ls "$x"',
    'ls "\\""',
    'ls > a',
    'ls (',
    'a=b ls',
    'if ls',
    '[ a ]',
    'ls #',
    "ls '",
    'ls "a!b"',
    'ls 2>/dev/nullx',
    'ls é',
    '~/a',
    'ls\r',
  ])('is none where anything could mean something else: %j [G3]', (script) => {
    expect(plainReading(script)).toBeNull();
  });
});
