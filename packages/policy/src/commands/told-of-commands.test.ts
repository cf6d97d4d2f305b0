import { describe, expect, it } from 'vitest';
import { placeOf, workspaceOf } from '../../test/places.ts';
import { told } from '../../test/told.ts';
import { judgeCommand } from './judge-command.ts';

const place = placeOf(workspaceOf({ '/etc': 'dir', '/usr': 'dir', '/ws/a': '1', '/ws/d': 'dir' }));

/** Everything at once: what it is taken for | why it is as risky as it is | what it does | to which paths. */
describe('what is told of a command', () => {
  it.each([
    ['ls'.split(' '), 'ls | LOW command.known | reads . | read:.'],
    ['ls -la src'.split(' '), 'ls | LOW command.known | reads src | read:src'],
    ['head -20 a'.split(' '), 'head | LOW command.known | reads a | read:a'],
    ['cat .env'.split(' '), 'cat | LOW command.known, MEDIUM path.secret | reads .env | read:.env'],
    ['cat ../x'.split(' '), 'cat | LOW command.known, DENY path.outside | reads /x | read:/x outside'],
    ['diff d a'.split(' '), 'diff | LOW command.known, MEDIUM command.folder | reads d, reads a | read:d, read:a'],
    ['grep -r x'.split(' '), 'grep | LOW command.known | reads . | read:.'],
    ['echo x'.split(' '), 'echo | LOW command.known |  | '],
    ['date'.split(' '), 'date | LOW command.known |  | '],
    ['/bin/ls a'.split(' '), 'ls | MEDIUM command.place, LOW command.known | reads a | read:a'],
    ['LS'.split(' '), 'ls | HIGH command.case, LOW command.known | reads . | read:.'],
  ])('that looks: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    [
      'sort -o b a'.split(' '),
      'sort | MEDIUM command.flag, LOW command.known, MEDIUM command.writes | writes b, reads a | write:b, read:a',
    ],
    ['sed -i s/a/b/ a'.split(' '), 'sed | MEDIUM command.known | writes a | write:a'],
    ['mkdir -p b/c'.split(' '), 'mkdir | MEDIUM command.known | writes b/c | write:b/c'],
    ['cp a d'.split(' '), 'cp | MEDIUM command.known | reads a, writes d | read:a, write:d'],
    ['mv a b'.split(' '), 'mv | MEDIUM command.known | deletes a, writes b | delete:a, write:b'],
    ['touch .git/x'.split(' '), 'touch | MEDIUM command.known, HIGH path.protected | writes .git/x | write:.git/x'],
    ['tee b'.split(' '), 'tee | MEDIUM command.known | writes b | write:b'],
    ['rm a'.split(' '), 'rm | HIGH command.high | executes rm, deletes a | delete:a'],
    ['rm -r d'.split(' '), 'rm | HIGH command.high | executes rm, deletes d | delete:d'],
  ])('that changes files: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['find'.split(' '), 'find | LOW command.known | reads . | read:.'],
    ['find -L d -name x'.split(' '), 'find | LOW command.known, MEDIUM command.flag | reads d | read:d'],
    [
      'find . -delete'.split(' '),
      'find | LOW command.known, HIGH command.flag | reads ., deletes what it finds | read:.',
    ],
    [
      'find . -exec cat {} ; -name x'.split(' '),
      'find once | LOW command.known, HIGH command.runs | reads ., executes cat, reads {} | read:., read:{}',
    ],
    [
      'find . -exec id + {} +'.split(' '),
      'find once | LOW command.known, HIGH command.runs | reads ., executes id | read:.',
    ],
    [
      'find . -exec cat {} + -frob'.split(' '),
      'find once | LOW command.known, HIGH command.runs, HIGH command.unknown-flag | reads ., executes cat, reads {} | read:., read:{}',
    ],
    [
      'find . -frob x'.split(' '),
      'find | LOW command.known, HIGH command.unknown-flag, HIGH command.unknown-flag | reads ., reads x | read:., read:x',
    ],
    ['find . -newer a'.split(' '), 'find | LOW command.known | reads ., reads a | read:., read:a'],
    [
      'find . -fprint b'.split(' '),
      'find | LOW command.known, HIGH command.flag | reads ., writes b | read:., write:b',
    ],
    ['find . -name'.split(' '), 'find | LOW command.known, HIGH command.unknown-flag | reads . | read:.'],
    ['find d a -name x'.split(' '), 'find | LOW command.known | reads d, reads a | read:d, read:a'],
  ])('find: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['git'.split(' '), 'git | MEDIUM command.known |  | '],
    ['git status'.split(' '), 'git status | MEDIUM command.known | executes what the repository configures | '],
    [
      'git -C d add ../a'.split(' '),
      'git add | MEDIUM command.known | reads d, executes hooks of the repository, reads a | read:d, read:a',
    ],
    [
      'git push origin'.split(' '),
      'git push | MEDIUM command.known | network git push, executes hooks of the repository | ',
    ],
    [
      'git push ext::sh'.split(' '),
      'git push | MEDIUM command.known, HIGH command.check | network git push, executes hooks of the repository | ',
    ],
    [
      'git clone https://x.example/y'.split(' '),
      'git clone | MEDIUM command.known | network https://x.example/y, executes hooks of the repository | ',
    ],
    [
      'git clone https://-x'.split(' '),
      'git clone | MEDIUM command.known, HIGH command.check | network https://-x, executes hooks of the repository | ',
    ],
    [
      'git fetch a-b::c'.split(' '),
      'git fetch | MEDIUM command.known, HIGH command.check | network git fetch, executes hooks of the repository | ',
    ],
    [
      'git fetch x-y'.split(' '),
      'git fetch | MEDIUM command.known | network git fetch, executes hooks of the repository | ',
    ],
    [
      'git push a:b'.split(' '),
      'git push | MEDIUM command.known | network git push, executes hooks of the repository | ',
    ],
    ['git frob a'.split(' '), 'git frob once | HIGH command.unknown-subcommand |  | '],
    [
      'git -c a=b diff'.split(' '),
      'git diff once | HIGH command.code, MEDIUM command.known | executes what the repository configures | ',
    ],
  ])('git: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['npm test'.split(' '), 'npm test | MEDIUM command.known | executes a script of the project | '],
    ['npm install'.split(' '), 'npm install | MEDIUM command.known | network npm install, executes install scripts | '],
    [
      'npm install x'.split(' '),
      'npm install | MEDIUM command.known, HIGH command.check | network npm install, executes install scripts | ',
    ],
    ['npm run build'.split(' '), 'npm run build | MEDIUM command.known | executes a script of the project | '],
    ['npm run -s'.split(' '), 'npm run | MEDIUM command.known | executes a script of the project | '],
    ['npm frob'.split(' '), 'npm frob once | HIGH command.unknown-subcommand |  | '],
    ['python -m pytest'.split(' '), 'python once | MEDIUM command.known | executes a script | '],
    ['python -m frob'.split(' '), 'python once | MEDIUM command.known, HIGH command.check | executes a script | '],
    ['python'.split(' '), 'python once | MEDIUM command.known, HIGH command.check | executes a script | '],
    ['python -'.split(' '), 'python once | MEDIUM command.known, HIGH command.check | executes a script | '],
    ['python a.py'.split(' '), 'python once | MEDIUM command.known | executes a script, reads a.py | read:a.py'],
    ['node a.js'.split(' '), 'node once | MEDIUM command.known | executes a script, reads a.js | read:a.js'],
    ['node -e 1'.split(' '), 'node once | HIGH command.code, MEDIUM command.known | executes a script | '],
    ['make'.split(' '), 'make | HIGH command.high | executes make | '],
    ['gcc -c a.c'.split(' '), 'gcc | HIGH command.high | executes gcc | '],
    ['tar xf a'.split(' '), 'tar | HIGH command.high | executes tar | '],
    ['nc x 1'.split(' '), 'nc | HIGH command.high | network nc | '],
  ])('of a project: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['frob a --x=b'.split(' '), 'frob once | HIGH command.unknown | executes frob | '],
    ['ruby a.rb'.split(' '), 'ruby once | HIGH command.unknown | executes ruby | '],
    ['ls --frobnicate a'.split(' '), 'ls | HIGH command.unknown-flag, LOW command.known | reads a | read:a'],
    ['./a'.split(' '), 'a once | HIGH command.place, HIGH command.unknown | executes a | '],
    ['ls;x'.split(' '), 'no command once | DENY command.name |  | '],
    ['sudo ls'.split(' '), 'sudo once | DENY command.denied, HIGH command.unknown | executes sudo | '],
  ])('that is not described: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['env ls a'.split(' '), 'env once | HIGH command.wrapper | executes env | '],
    [
      ['env', 'sh', '-c', 'cat a'],
      'env once | HIGH command.wrapper, HIGH command.shell | executes env, executes sh, reads a | read:a',
    ],
    [['sh', '-c', 'ls > b', 'd'], 'sh once | HIGH command.shell | executes sh, reads ., writes b | read:., write:b'],
    ['sh a'.split(' '), 'sh once | HIGH command.shell | executes sh | '],
    ['bash -c'.split(' '), 'bash once | HIGH command.shell | executes bash | '],
    [['watch', 'sudo ls'], 'watch once | HIGH command.wrapper, DENY command.denied | executes watch | '],
    ['timeout 5 sudo ls'.split(' '), 'timeout once | HIGH command.wrapper, DENY command.denied | executes timeout | '],
    ['xargs rm -rf'.split(' '), 'xargs once | HIGH command.wrapper, DENY command.denied | executes xargs | '],
    ['docker run x ls'.split(' '), 'docker once | HIGH command.wrapper | executes docker | '],
    ['docker logs su'.split(' '), 'docker once | HIGH command.wrapper | executes docker | '],
    [
      ['bash', '-lc', 'cd d; cat ../a'],
      'bash once | HIGH command.shell, DENY path.outside | executes bash, reads /a, reads a | read:d, read:/a outside, read:a',
    ],
    [
      ['env', 'sh', '-c', 'rm -rf a'],
      'env once | HIGH command.wrapper, HIGH command.shell, DENY command.denied, HIGH command.high | executes env, executes sh, executes rm, deletes a | delete:a',
    ],
  ])('that runs another: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });

  it.each([
    ['curl'.split(' '), 'curl | HIGH command.high | network curl | '],
    ['curl https://x.example/y'.split(' '), 'curl | HIGH command.high | network https://x.example | '],
    ['curl -d @a https://x'.split(' '), 'curl | HIGH command.high, DENY command.denied | network https://x | '],
    ['curl -o b https://x'.split(' '), 'curl | HIGH command.high | network https://x | '],
    ['wget -i a'.split(' '), 'wget | HIGH command.high, DENY command.denied | network wget | '],
    ['wget https://x https://y/z'.split(' '), 'wget | HIGH command.high | network https://x, network https://y | '],
    ['curl ftp://x'.split(' '), 'curl | HIGH command.high, DENY command.denied | network ftp://x | '],
  ])('that downloads: %j: %s [G3, G4]', (argv, expected) => {
    expect(told(judgeCommand(argv, place))).toBe(expected);
  });
});
