import { posix } from 'node:path';
import type { GrantMatcher, JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classOf, everythingWarning, grantCovers, grantText, grantWarning } from '../index.ts';

const underSrc: GrantMatcher = { kind: 'path', tool_name: 'write_file', folder: 'src/' };
const git: GrantMatcher = { kind: 'command', tool_name: 'execute_command', command: 'git' };

const piece = fc.constantFrom(
  'src',
  'a',
  '.',
  '..',
  '',
  '/',
  '//',
  '\\',
  '\0',
  '...',
  ' ',
  'src-evil',
  '%2e%2e',
  '~',
  '.git',
);
const anyPath = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('/'));
const anyArguments = fc.oneof(
  fc.record({ path: fc.oneof(anyPath, fc.string(), fc.integer()), content: fc.string() }),
  fc.record({
    command: fc.oneof(fc.string(), fc.constantFrom('git', 'ls', 'bash', 'python3.12')),
    args: fc.array(fc.string()),
  }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
) as fc.Arbitrary<JsonObject>;

describe('a grant for a folder', () => {
  it.each(['src/a.txt', 'src/deep/er/a.txt', 'src/.hidden', 'src/...', 'src/a..b', 'src/a b'])(
    'covers %s under src/ [A2]',
    (path) => {
      expect(grantCovers(underSrc, 'write_file', { path })).toBe(true);
    },
  );

  it.each([
    'src/../a.txt',
    'src/a/../../b.txt',
    'src/..',
    'src/.',
    'src/./a.txt',
    'src//a.txt',
    'src/',
    'src',
    './src/a.txt',
    '/src/a.txt',
    '//src/a.txt',
    'src\\..\\a.txt',
    'src/..\\a.txt',
    'src/a\0.txt',
    'src-evil/a.txt',
    'srca.txt',
    'other/src/a.txt',
    'SRC/a.txt',
    '',
  ])('does not cover "%s" [A2]', (path) => {
    expect(grantCovers(underSrc, 'write_file', { path })).toBe(false);
  });

  it('covers nothing that is not a path, and no other tool [A2]', () => {
    for (const path of [null, 1, ['src/a.txt'], { toString: 'src/a.txt' }]) {
      expect(grantCovers(underSrc, 'write_file', { path } as JsonObject)).toBe(false);
    }
    expect(grantCovers(underSrc, 'write_file', {})).toBe(false);
    expect(grantCovers(underSrc, 'read_file', { path: 'src/a.txt' })).toBe(false);
  });

  it('covers, of all paths, only those that lie in the folder its text names [A2] [G1]', () => {
    fc.assert(
      fc.property(anyPath, anyPath, (folder, path) => {
        const matcher: GrantMatcher = { kind: 'path', tool_name: 'write_file', folder: `${folder}/` };
        if (!grantCovers(matcher, 'write_file', { path })) return;
        const inside = posix.relative(posix.join('/root', folder), posix.join('/root', path));
        expect(inside).not.toMatch(/^\.\.(\/|$)/);
        expect(posix.join('/root', path)).toMatch(/^\/root\/./);
      }),
      { numRuns: 5_000 },
    );
  });

  it('says a folder with odd characters in a way that cannot be misread [A2] [A8]', () => {
    const odd: GrantMatcher = { kind: 'path', tool_name: 'write_file', folder: 'src/ in this session, \u202eor /' };
    expect(grantText(odd)).toBe('write_file under "src/ in this session, ⟦U+202E⟧or /" in this session');
  });
});

describe('a grant for a command', () => {
  it('covers that command with any arguments, and no other [A2]', () => {
    expect(grantCovers(git, 'execute_command', { command: 'git', args: ['push', '--force'] })).toBe(true);
    for (const command of ['git ', 'GIT', '/usr/bin/git', 'git-evil', './git', 'gi', '', 1, null]) {
      expect(grantCovers(git, 'execute_command', { command } as JsonObject)).toBe(false);
    }
    expect(grantCovers(git, 'bash', { command: 'git' })).toBe(false);
  });
});

describe('the class of a call', () => {
  it('is its command, its folder or its tool, and its text says which [A2]', () => {
    const classText = (tool: string, args: JsonObject) => grantText(classOf(tool, args)!);
    expect(classText('execute_command', { command: 'git', args: [] })).toBe(
      'git commands (execute_command) in this session',
    );
    expect(classText('write_file', { path: 'src/lib/a.ts', content: '' })).toBe(
      'write_file under src/lib/ in this session',
    );
    expect(classText('send_mail', { to: 'ada' })).toBe('Every call of send_mail in this session');
  });

  it.each([
    'sh',
    'bash',
    'python',
    'python3',
    'python3.12',
    'node',
    'nodejs',
    'perl5.36.0',
    'env',
    'xargs',
    'find',
    'sudo',
    'npx',
    'docker',
    'busybox',
    'lua5.4',
    'node.exe',
  ])('is not there for %s, which runs whatever it is given [A2]', (command) => {
    expect(classOf('execute_command', { command, args: ['-c', 'x'] })).toBeNull();
  });

  it.each(['/bin/ls', './run', 'a b', 'ls;rm', '', '-x', 'Ls', 'ls\n', 'l\u200bs'])(
    'is not there for a command that is not a plain name: "%s" [A2]',
    (command) => {
      expect(classOf('execute_command', { command, args: [] })).toBeNull();
    },
  );

  it.each(['a.txt', '/etc/passwd', '../a.txt', 'src/../a.txt', 'src//a.txt', './a.txt', 'src/', 'src\\a.txt', '/', ''])(
    'is not there for a path that lies in no plain folder: "%s" [A2]',
    (path) => {
      expect(classOf('write_file', { path })).toBeNull();
    },
  );

  it('covers the very call it was made from, whatever that is [A2]', () => {
    fc.assert(
      fc.property(fc.string(), anyArguments, (tool, args) => {
        const matcher = classOf(tool, args);
        if (matcher) expect(grantCovers(matcher, tool, args)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a grant for everything', () => {
  it('covers everything, says so and warns [A2]', () => {
    fc.assert(
      fc.property(fc.string(), anyArguments, (tool, args) => {
        expect(grantCovers({ kind: 'everything' }, tool, args)).toBe(true);
      }),
    );
    expect(grantText({ kind: 'everything' })).toBe('Everything in this session');
    expect(grantWarning({ kind: 'everything' })).toBe(everythingWarning);
    expect(grantWarning(git)).toBeNull();
  });
});
