import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, globMatches, globProblem } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['git', 'git', true],
    ['git', 'gitk', false],
    ['*', '', true],
    ['*', 'anything/at all', true],
    ['github_*', 'github_create', true],
    ['github_*', 'gitlab_create', false],
    ['*_create', 'github_create', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*b*c', 'abbc', true],
    ['ab*ba', 'aba', false],
    ['a*b*b', 'ab', false],
    ['a**b', 'a-b', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['\\\\*', '\\x', true],
    ['GIT', 'git', false],
  ])('%s of %s: %s', (pattern, text, expected) => {
    expect(globMatches(compileGlob(pattern), text)).toBe(expected);
  });

  it('is refused where it means something elsewhere and nothing here [G6]', () => {
    for (const pattern of ['a?', '*.{ts,js}', '[ab]', 'a]', 'b}'])
      expect(globProblem(pattern)).toContain('has no meaning');
    expect(globProblem('a\\')).toContain('cannot end with a backslash');
    for (const pattern of ['a\\?', '\\[x\\]', 'src/**', '\\\\', 'größe*']) expect(globProblem(pattern)).toBeNull();
  });

  it('matches what the same regular expression does', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }), (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text);
        expect(globMatches(compileGlob(pattern), text)).toBe(expected);
      }),
    );
  });

  it('takes time that grows with the text alone, whatever the pattern', () => {
    const text = 'a'.repeat(2_000_000);
    const started = performance.now();
    expect(globMatches(compileGlob(`${'*a'.repeat(100)}*b`), text)).toBe(false);
    expect(globMatches(compileGlob(`${'*a'.repeat(100)}*b*`), text)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
