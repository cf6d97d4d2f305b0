import type { GrantMatcher } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everythingWarning, grantText, grantWarning } from './grant-text.ts';

const search = { tool_name: 'search_web', tool_version: 'v1' };
const lines = (...all: string[][]): GrantMatcher => ({ kind: 'lines', lines: all, risk_max: 'HIGH' });

describe('the text of a grant', () => {
  it.each<[GrantMatcher, string]>([
    [{ kind: 'everything' }, 'Everything in this session'],
    [{ kind: 'tool', ...search, risk_max: 'HIGH' }, 'Every call of search_web in this session'],
    [
      { kind: 'tool', ...search, tool_name: 'a b', risk_max: 'MEDIUM' },
      'Every call of "a b" in this session, but nothing of HIGH risk',
    ],
    [
      { kind: 'request', ...search, arguments: '{"q":"a\u202e"}', risk_max: 'HIGH' },
      'search_web with exactly {"q":"a⟦U+202E⟧"} in this session',
    ],
    [lines(['git', 'diff']), 'Exactly git diff in this session'],
    [lines(['git', 'diff'], ['ls', 'a b']), 'Exactly git diff and ls "a b" in this session'],
    [lines(['a'], ['b'], ['c']), 'Exactly a, b and c in this session'],
    [lines(), 'Exactly nothing in this session'],
    [{ kind: 'file', access: 'read', path: 'a/b', risk_max: 'MEDIUM' }, 'Reading a/b in this session'],
    [{ kind: 'file', access: 'write', path: 'a/b', risk_max: 'HIGH' }, 'Writing a/b in this session'],
    [{ kind: 'file', access: 'delete', path: 'a b', risk_max: 'HIGH' }, 'Removing "a b" in this session'],
    [
      { kind: 'folder', access: 'write', folder: 'a/', risk_max: 'MEDIUM' },
      'Writing files under a/ in this session, but nothing of HIGH risk',
    ],
    [
      { kind: 'folder', access: 'delete', folder: 'a b/', risk_max: 'HIGH' },
      'Removing files under "a b/" in this session',
    ],
  ])('%j: %s [A2]', (matcher, text) => {
    expect(grantText(matcher)).toBe(text);
  });

  it('names each command, and says of those without a sub-command that it means all of them [A2]', () => {
    const commands = [
      { command: 'git', subcommand: 'diff' },
      { command: 'npm', subcommand: 'run build' },
      { command: 'make', subcommand: null },
    ];
    expect(grantText({ kind: 'commands', commands, risk_max: 'MEDIUM' })).toBe(
      'git diff, npm run build and make commands in this session, but nothing of HIGH risk',
    );
    expect(grantText({ kind: 'commands', commands: commands.slice(2), risk_max: 'HIGH' })).toBe(
      'make commands in this session',
    );
  });

  it('is one line in which nothing hides, whatever the words are [A2]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (words) => {
        expect(grantText(lines(words))).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
      }),
    );
    expect(grantText(lines(['git', 'a\u202eb', 'c\nd']))).toBe('Exactly git "a⟦U+202E⟧b" "c\\nd" in this session');
  });

  it('is another for other words: two grants that read the same are the same [A2]', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', ',', 'n', '\n') }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(grantText(lines(one)) === grantText(lines(other))).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

describe('the warning of a grant', () => {
  it('stands beside everything, and beside nothing else [A2]', () => {
    expect(grantWarning({ kind: 'everything' })).toBe(everythingWarning);
    expect(everythingWarning).toContain('without asking anyone');
    expect(grantWarning({ kind: 'tool', ...search, risk_max: 'HIGH' })).toBeNull();
    expect(grantWarning(lines(['a']))).toBeNull();
  });
});
