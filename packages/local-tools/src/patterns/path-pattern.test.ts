import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandBraces } from './name-pattern.ts';
import { compilePathPattern } from './path-pattern.ts';

const matches = (pattern: string, path: string) => {
  const names = path.split('/');
  return compilePathPattern(pattern).matches(names.slice(0, -1), names.at(-1)!);
};

describe('a pattern of paths', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'x/y/a.ts', true],
    ['*.ts', '.a.ts', false],
    ['./a', 'a', true],
    ['x/*.ts', 'x/a.ts', true],
    ['x/*.ts', 'y/x/a.ts', false],
    ['x/**', 'x/y/z', true],
    ['x/**', 'x/.y/z', false],
    ['**/z', 'x/y/z', true],
    ['**/z', '.x/z', false],
    ['.x/**/z', '.x/y/z', true],
    ['x/', 'x/y', true],
    ['?', 'é', true],
    ['?', '😀', true],
    ['?', '.', false],
    ['[a-c]x', 'bx', true],
    ['[^a-c]x', 'bx', false],
    ['[]]', ']', true],
    ['[a-]', '-', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['[\\]]?', ']a', true],
    ['a{b,c{d,e}}f', 'acdf', true],
    ['a{b,c{d,e}}f', 'acf', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['{a', '{a', true],
    ['*a*b*c*', 'xxaxxbxxcxx', true],
    ['*a?b*', 'xxaxaybz', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('means itself where it has no sign of a pattern', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'é', '😀', '.'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        name.filter((text) => !/^\.{1,2}$/.test(text)),
        name,
        (one, other) => {
          expect(matches(one, one)).toBe(true);
          if (one !== other && !/^\.{1,2}$/.test(other)) expect(matches(one, other)).toBe(false);
        },
      ),
    );
  });

  it('takes no time to speak of, whatever it is', () => {
    const pattern = compilePathPattern(`${'*a?'.repeat(80)}b`);
    expect(pattern.matches([], 'a'.repeat(255))).toBe(false);
    expect(
      compilePathPattern(`${'**/a/'.repeat(80)}b`).matches(
        Array.from({ length: 100 }, () => 'a'),
        'a',
      ),
    ).toBe(false);
  });

  it('with too many braces is refused', () => {
    expect(expandBraces('{a,b}{c,d}')).toEqual(['ac', 'ad', 'bc', 'bd']);
    expect(() => expandBraces('{a,b}'.repeat(20))).toThrow(/more than 100 patterns/);
  });
});
