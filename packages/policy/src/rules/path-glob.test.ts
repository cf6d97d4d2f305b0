import { describe, expect, it } from 'vitest';
import { compilePathGlob, pathGlobProblem, pathLeadsTo, pathMatches, pathMayTouch, pathTouches } from './path-glob.ts';

describe('a path that is allowed', () => {
  it.each([
    ['src/**', 'src/a.ts', true],
    ['src/**', 'src/a/b/c.ts', true],
    ['src/**', 'src', true],
    ['src/**', 'src-evil/a.ts', false],
    ['src/**', 'lib/src/a.ts', false],
    ['src/*', 'src/a/b.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**/x/**/y', 'src/x/x/a/y', true],
    ['src/**/x/y', 'src/x/x/a/y', false],
    ['*.md', 'README.md', true],
    ['*.md', 'docs/a/b.md', true],
    ['*.md', 'x.md/evil.sh', false],
    ['/*.md', 'docs/b.md', false],
    ['/*.md', 'b.md', true],
    ['./docs', 'docs', true],
    ['./docs', 'a/docs', false],
    ['docs', 'docs/a', false],
    ['docs/', 'docs/a', true],
    ['docs/', 'a/docs/b', true],
    ['a/docs/', 'a/docs/b', true],
    ['a/docs/', 'b/a/docs/b', false],
    ['**', '', true],
    ['**', 'a/b', true],
    ['.', '', true],
    ['.', '.', true],
    ['.', 'a', false],
    ['SRC/**', 'src/a', false],
    ['app/\\[id\\]/*', 'app/[id]/page.ts', true],
  ])('%s of %s: %s [G6]', (pattern, path, expected) => {
    expect(pathGlobProblem(pattern)).toBeNull();
    expect(pathMatches(compilePathGlob(pattern), path)).toBe(expected);
  });
});

describe('a path that is asked about or denied', () => {
  it.each([
    ['secrets', 'secrets/a/key', 'read', true],
    ['*.md', 'x.md/evil.sh', 'write', true],
    ['secrets/**', 'secrets', 'delete', true],
    ['config/prod/**', 'config', 'delete', true],
    ['config/prod/**', '', 'delete', true],
    ['config/prod/**', 'config', 'read', false],
    ['config/prod/**', 'conf', 'delete', false],
    ['config/prod/**', 'config/dev', 'delete', false],
    ['config/*/key', 'config/dev', 'delete', false],
    ['config/**/key', 'config/dev', 'delete', false],
    ['config/*/key', 'config', 'delete', true],
    ['*.env', 'src', 'delete', false],
    ['.', 'a', 'delete', false],
    ['.', '', 'delete', true],
  ] as const)('%s of %s (%s): %s [G6]', (pattern, path, access, expected) => {
    expect(pathTouches(compilePathGlob(pattern), path, access)).toBe(expected);
  });

  it('takes no more time for a path of many names', () => {
    const path = Array(2048).fill('a').join('/');
    const started = performance.now();
    for (const pattern of ['**/a/**/a/**/b', 'a/**/b', '*/*/**/c'])
      expect(pathTouches(compilePathGlob(pattern), path, 'delete')).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('a path that is known only in outline', () => {
  it.each([
    ['data/customers/', 'data/cust*/a', 'read', true],
    ['data/customers/', 'data/c?stomers', 'read', true],
    ['data/customers/', 'data/[a-c]ustomers/x', 'read', true],
    ['data/customers/', 'data/[broken', 'read', true],
    ['data/customers/', 'data/prices*', 'read', false],
    ['data/customers/', 'src/*', 'read', false],
    ['data/customers/', '*', 'read', false],
    ['data/customers/', 'd*', 'delete', true],
    ['data/customers/', 's*', 'delete', false],
    ['data/customers/', 'data/$X', 'read', true],
    ['data/customers/', '$X', 'read', true],
    ['data/customers/', 'data/{customers,x}/a', 'read', true],
    ['data/customers/', 'src/$X', 'read', false],
    ['data/cust*/key', 'data/*/key', 'read', true],
    ['data/cust*/key', 'data/customers/key', 'read', true],
    ['*.pem', 'src/*', 'read', true],
    ['*.pem', 'src/*.ts', 'read', true],
    ['/key', 'src/*.ts', 'read', false],
    ['*.pem', 'src', 'delete', false],
    ['a/**/b', 'a/x*/y/b', 'read', true],
  ] as const)('%s of %s (%s): %s [G6]', (pattern, outline, access, expected) => {
    expect(pathMayTouch(compilePathGlob(pattern), outline, access)).toBe(expected);
  });

  it('leads to what is in it, as far as that is named', () => {
    expect(pathLeadsTo(compilePathGlob('data/customers/'), 'data')).toBe(true);
    expect(pathLeadsTo(compilePathGlob('data/customers/'), '.')).toBe(true);
    expect(pathLeadsTo(compilePathGlob('data/customers/'), 'src')).toBe(false);
    expect(pathLeadsTo(compilePathGlob('*.pem'), 'src')).toBe(false);
  });
});

describe('a path pattern that could never mean what it says', () => {
  it.each([
    ['../x', 'cannot go up'],
    ['a/../b', 'cannot go up'],
    ['a//b', 'at least one character'],
    ['/', 'write ** for everything'],
    ['./', 'write ** for everything'],
    ['a/./b', 'at least one character'],
    ['!a', 'second rule'],
    ['~/x', 'home folder'],
    ['*.{ts,js}', 'write a list'],
  ])('%s is refused [G6]', (pattern, said) => {
    expect(pathGlobProblem(pattern)).toContain(said);
  });
});
