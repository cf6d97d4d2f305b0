import { describe, expect, it } from 'vitest';
import { placeOf, workspaceOf } from '../../test/places.ts';
import { told } from '../../test/told.ts';
import { limits } from '../limits.ts';
import { judgeScript } from './judge-script.ts';

const place = placeOf(workspaceOf({ '/etc': 'dir', '/usr': 'dir', '/ws/a': '1', '/ws/d': 'dir' }));

/** What is said of all of it, then of each command: what it is taken for | why | what it does | to which paths. */
describe('what is told of a script', () => {
  it.each<[string, string[]]>([
    [
      'cd d; cat a',
      ['cd | MEDIUM script.folder |  | read:d', 'cat | LOW command.known | reads a, reads d/a | read:a, read:d/a'],
    ],
    [
      'cd d; cat ../x',
      [
        'cd | MEDIUM script.folder |  | read:d',
        'cat | LOW command.known, DENY path.outside | reads /x, reads x | read:/x outside, read:x',
      ],
    ],
    ['ls > b', ['ls once | LOW command.known, MEDIUM script.redirection | reads ., writes b | read:., write:b']],
    ['cat < a > b', ['cat once | LOW command.known, MEDIUM script.redirection | reads a, writes b | read:a, write:b']],
    [
      'cd d; ls > b',
      [
        'cd | MEDIUM script.folder |  | read:d',
        'ls once | LOW command.known, MEDIUM script.redirection | reads ., reads d, writes b, writes d/b | read:., read:d, write:b, write:d/b',
      ],
    ],
    [
      'eval "cat a; rm b"',
      ['eval once | HIGH script.builtin, HIGH command.high | reads a, executes rm, deletes b | read:a, delete:b'],
    ],
    ['exec cat a', ['exec once | HIGH script.builtin | reads a | read:a']],
    ['command cat a', ['command once | HIGH script.builtin | reads a | read:a']],
    ['cat $x a', ['cat once | LOW command.known, HIGH script.unresolved | reads $x, reads a | read:$x, read:a']],
    ['a=1 ls', ['ls once | LOW command.known, HIGH script.assignment | reads . | read:.']],
    ['test -f a', ['test | LOW script.builtin | reads a | read:a']],
    [
      'cd d; test -f a',
      ['cd | MEDIUM script.folder |  | read:d', 'test | LOW script.builtin | reads a, reads d/a | read:a, read:d/a'],
    ],
    [
      '(ls) > b',
      [
        'MEDIUM script.structure',
        'no command once | MEDIUM script.redirection | writes b | write:b',
        'ls | LOW command.known | reads . | read:.',
      ],
    ],
    [
      'ls ~/a',
      [
        'ls once | LOW command.known, DENY path.outside, HIGH script.unresolved | reads /home/me/a | read:/home/me/a outside',
      ],
    ],
    ['ls a=~/x', ['ls once | LOW command.known, HIGH script.unresolved | reads a=~/x | read:a=~/x']],
    ['ls a:~', ['ls once | LOW command.known, HIGH script.unresolved | reads a:~ | read:a:~']],
    ['ls a~', ['MEDIUM script.two-readings', 'ls | LOW command.known | reads a~ | read:a~']],
    ['export A=b', ['export once | HIGH script.builtin, HIGH script.unresolved |  | ']],
    [
      'ls `cat a`',
      [
        'cat | LOW command.known | reads a | read:a',
        'ls once | LOW command.known, HIGH script.unresolved | reads `cat a` | read:`cat a`',
      ],
    ],
    [
      'cd src; pushd d',
      ['cd | MEDIUM script.folder |  | read:src', 'pushd | HIGH script.folder |  | read:d, read:src/d'],
    ],
    ['ls >', ['DENY script.syntax', 'ls once | LOW command.known, DENY script.redirection | reads . | read:.']],
    ['cat *', ['cat once | LOW command.known, MEDIUM script.glob | reads * | read:*']],
    [
      'echo "$(cat a)" > b',
      [
        'cat | LOW command.known | reads a | read:a',
        'echo once | LOW command.known, MEDIUM script.redirection, HIGH script.unresolved | writes b | write:b',
      ],
    ],
    [
      'if ( ( (',
      [
        'DENY script.syntax',
        'DENY script.syntax',
        'DENY script.syntax',
        'MEDIUM script.structure',
        'MEDIUM script.structure',
      ],
    ],
    ['ls 3>&1', ['MEDIUM script.two-readings', 'ls | LOW command.known | reads . | read:.']],
    ['"a b"', ['no command once | DENY command.name |  | ']],
    ['ls &', ['HIGH script.background', 'ls | LOW command.known | reads . | read:.']],
  ])('%j: %j [G3, G4]', (script, expected) => {
    const { findings, parts } = judgeScript(script, place);
    const whole = findings.map(({ id, level }) => `${level} ${id.replace('builtin.', '')}`);
    expect([...whole, ...parts.map(told)]).toEqual(expected);
  });

  it('is that a home folder is meant only by a tilde at the beginning, or where a value begins [G3]', () => {
    const isKnown = (word: string) => judgeScript(`ls ${word}`, place).parts[0]!.argv !== null;
    expect(['~', '~/a', 'a=~', 'a:~/b'].map(isKnown)).toEqual([false, false, false, false]);
    expect(['a~', 'a/~', "'~'", 'a=b~'].map(isKnown)).toEqual([true, true, true, true]);
  });

  it('is every mistake once, and no more of them than anybody reads [U2]', () => {
    const { findings } = judgeScript('( '.repeat(20), place);
    const mistakes = findings.filter(({ id }) => id === 'builtin.script.syntax');
    expect(mistakes.length).toBeLessThanOrEqual(limits.argumentErrorsMax);
    expect(new Set(findings.map(({ reason }) => reason)).size).toBe(findings.length);
  });

  it('is where each command stands, and what a person reads of it [A8]', () => {
    const { parts, findings } = judgeScript('ls "$X" | cat *.md', place);
    expect(parts.map(({ span }) => span)).toEqual([
      { start: 0, end: 7 },
      { start: 10, end: 18 },
    ]);
    expect(findings).toEqual([]);
    expect(parts.flatMap((part) => part.findings.map(({ reason }) => reason)).slice(1)).toEqual([
      '"$X" holds a variable, so it is not known before it runs.',
      expect.any(String),
      '"*.md" stands for whatever files match.',
    ]);
  });
});
