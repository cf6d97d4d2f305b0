import { describe, expect, it } from 'vitest';
import { placeOf, workspaceOf } from '../../test/places.ts';
import { levelOfJudgement } from '../judgement/judgement.ts';
import { judgeScript } from './judge-script.ts';

const judge = (script: string, more = {}) => judgeScript(script, placeOf(workspaceOf({ '/ws/a': '1' }, more)));
const level = (script: string) => levelOfJudgement(judge(script));
const argvs = (script: string) => judge(script).parts.map((part) => part.argv);

describe('a script', () => {
  it.each([
    'ls',
    'ls | head',
    'ls -la && pwd',
    'cat a; wc -l a',
    'ls 2>/dev/null',
    'grep "a\\.b" a',
    "echo 'a; $x'",
    'ls\nls',
    'type ls',
    'command -v ls',
    'test -f a',
    'test a = b',
    'test a -nt b',
  ])('of commands that only look is LOW: %j [G3]', (script) => {
    expect(level(script)).toBe('LOW');
  });

  it('is judged command by command, each with its words and its place [G3]', () => {
    const script = 'ls "a b" | grep x';
    expect(argvs(script)).toEqual([
      ['ls', 'a b'],
      ['grep', 'x'],
    ]);
    expect(judge(script).parts.map(({ span }) => script.slice(span!.start, span!.end))).toEqual(['ls "a b"', 'grep x']);
  });

  it.each([
    ['ls $x', 'HIGH'],
    ['ls "$x"', 'HIGH'],
    ['ls \u0024{x:-y}', 'HIGH'],
    ['ls $(pwd)', 'HIGH'],
    ['ls `pwd`', 'HIGH'],
    ['ls $((1))', 'HIGH'],
    ['ls {a,b}', 'HIGH'],
    ['ls <(ls)', 'HIGH'],
    ['ls $"a"', 'HIGH'],
    ['ls @(a|b)', 'HIGH'],
    ['ls *', 'MEDIUM'],
    ['ls [$x]', 'HIGH'],
    ['ls a?', 'MEDIUM'],
    ['$x a', 'HIGH'],
    ['* a', 'HIGH'],
    ['a=b ls', 'HIGH'],
    ['a=b', 'HIGH'],
    ['export a=/etc/x', 'HIGH'],
  ])('with something that is not known before it runs is never LOW: %s [G3]', (script, expected) => {
    expect(level(script)).toBe(expected);
  });

  it('knows no words where one of them is not known', () => {
    expect(argvs('ls $x')).toEqual([null]);
    expect(judge('ls *').parts[0]!.isRememberable).toBe(false);
  });

  it.each([
    ['if ls; then ls; fi', 'MEDIUM'],
    ['(ls)', 'MEDIUM'],
    ['{ ls; }', 'MEDIUM'],
    ['time ls', 'MEDIUM'],
    ['for x in a; do ls; done', 'HIGH'],
    ['while ls; do ls; done', 'HIGH'],
    ['case a in a) ls;; esac', 'HIGH'],
    ['f() { ls; }', 'HIGH'],
    ['coproc ls', 'HIGH'],
    ['((1))', 'HIGH'],
    ['[[ -f a ]]', 'HIGH'],
    ['ls &', 'HIGH'],
    ['ls # x', 'MEDIUM'],
    ['ls \\\n a', 'MEDIUM'],
    ["ls $'a'", 'MEDIUM'],
    ['[ -f a ]', 'MEDIUM'],
    [':', 'MEDIUM'],
  ])('that is more than a plain list of commands is never LOW: %j [G3]', (script, expected) => {
    expect(level(script)).toBe(expected);
  });

  it.each([
    ['ls > out', 'MEDIUM'],
    ['(ls) > out', 'MEDIUM'],
    ['ls > .git/config', 'HIGH'],
    ['ls > /etc/x', 'DENY'],
    ['ls < a', 'MEDIUM'],
    ['ls < /etc/x', 'DENY'],
    ['ls > $x', 'HIGH'],
    ['ls > a*', 'HIGH'],
    ['ls 3>&1', 'MEDIUM'],
    ['ls >&3', 'MEDIUM'],
    ['ls {x}>out', 'HIGH'],
    ['cat <<< a', 'MEDIUM'],
    ['cat <<< $x', 'HIGH'],
    ["cat <<'E'\n$x\nE", 'MEDIUM'],
    ['cat <<E\n$x\nE', 'HIGH'],
    ['cat <<E\nx\nE', 'MEDIUM'],
    ['ls >', 'DENY'],
  ])('that redirects is judged by where to: %j [G3]', (script, expected) => {
    expect(level(script)).toBe(expected);
  });

  it.each([
    ['cd src && cat ../a', 'DENY'],
    ['cd src', 'MEDIUM'],
    ['cd -P src', 'MEDIUM'],
    ['cd .. ', 'DENY'],
    ['cd -', 'HIGH'],
    ['cd', 'DENY'],
    ['pushd src', 'HIGH'],
    ['popd', 'HIGH'],
    ['pushd /etc', 'DENY'],
  ])('is judged in every folder in which it could be: %s [G1]', (script, expected) => {
    expect(level(script)).toBe(expected);
  });

  it('counts what is found in any of its folders', () => {
    expect(level('cd src; cat ../../x')).toBe('DENY');
    expect(level('cd src; cat x')).toBe('MEDIUM');
    expect(levelOfJudgement(judge('cd', { home: null }))).toBe('DENY');
  });

  it('that wanders through too many folders is refused [G3]', () => {
    expect(level('cd a; '.repeat(10))).toBe('DENY');
  });

  it.each([
    ['eval ls', 'HIGH'],
    ['eval "rm -rf a"', 'DENY'],
    ['exec ls', 'HIGH'],
    ['exec', 'HIGH'],
    ['command -p sudo ls', 'DENY'],
    ['builtin eval "sudo ls"', 'DENY'],
    ['source /etc/x', 'DENY'],
    ['. ./x', 'HIGH'],
    ['set -e', 'HIGH'],
    ['printf x%n PATH; ls', 'HIGH'],
    ['type -a ls', 'HIGH'],
    ['test -v "a[0]"', 'HIGH'],
    ['test -f /etc/x', 'DENY'],
    ['[ -f "" ]', 'MEDIUM'],
    ['test -f .env', 'LOW'],
  ])('with a command of the shell itself: %s [G3]', (script, expected) => {
    expect(level(script)).toBe(expected);
  });

  it('that is denied inside of something is denied [G4]', () => {
    for (const script of [
      'echo $(sudo ls)',
      'echo `sudo ls`',
      'f() { sudo ls; }',
      'if a; then sudo ls; fi',
      '$x -rf a; rm -rf $x',
      'ls "$(rm -rf a)"',
    ])
      expect(level(script)).toBe('DENY');
  });

  it('names no place for what stands inside back-ticks, which are another text', () => {
    const spans = judge('echo `ls \\`pwd\\``').parts.map(({ span }) => span);
    expect(spans).toContain(null);
  });

  it.each(['(', 'ls )', 'if', '"', "'", '$(', 'ls |', '&& ls', 'a\0', 'a\ud800'])(
    'that cannot be read is refused: %j [G3]',
    (script) => {
      expect(level(script)).toBe('DENY');
    },
  );

  it('that is too long, too deep or too much is refused before it is read in full [G3]', () => {
    const many = [
      'ls;'.repeat(60),
      'ls;'.repeat(20_000),
      '$('.repeat(300),
      'cat <<A '.repeat(600),
      `echo ${'x '.repeat(1100)}`,
    ];
    for (const script of [
      ...many,
      'x'.repeat(70_000),
      `ls ${'>a '.repeat(60)}`,
      '`'.repeat(1000),
      `echo ${'"$x"'.repeat(6000)}`,
      'if '.repeat(20_000),
    ])
      expect(level(script)).toBe('DENY');
    expect(levelOfJudgement(judgeScript('ls', placeOf(workspaceOf(), 7)))).toBe('DENY');
  });

  it('lets a mistake in its own code be heard of', () => {
    const files = {
      look(): never {
        throw new TypeError('a mistake');
      },
    };
    expect(() => judge('cat a', { files })).toThrow('a mistake');
    const endless = {
      look(): never {
        throw new RangeError('Maximum call stack size exceeded');
      },
    };
    expect(levelOfJudgement(judge('cat a', { files: endless }))).toBe('DENY');
  });

  it('that reads differently from what it is, is HIGH; tabs and letters of others are not [A8]', () => {
    expect(level('ls \u202ea')).toBe('HIGH');
    expect(level(`echo '${'x'.repeat(5000)}\u200b'`)).toBe('HIGH');
    expect(level("echo\t'é'")).toBe('LOW');
  });
});
