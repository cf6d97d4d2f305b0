import { describe, expect, it } from 'vitest';
import { levelOfFindings, placeOf, workspaceOf } from '../../test/places.ts';
import { judgeCommand } from './judge-command.ts';

const disk = { '/etc': 'dir', '/usr': 'dir', '/ws/src/x.ts': '1', '/ws/out': '-> /etc', '/ws/d': 'dir', '/opt': 'dir' };

function judge(argv: readonly string[], depth = 0) {
  const judged = judgeCommand(argv, placeOf(workspaceOf(disk), depth));
  return { ...judged, level: levelOfFindings(judged.findings) };
}
const level = (line: string, ...more: readonly string[]) => judge([...line.split(' '), ...more]).level;

describe('a command', () => {
  it('is LOW where every flag and operand is described and inside [G3]', () => {
    for (const line of ['ls', 'ls -la src', 'grep -rn x src', 'find . -name x', 'head -20 a', 'date +%F'])
      expect(level(line)).toBe('LOW');
  });

  it('with a flag that nobody described is never LOW, abbreviated and clustered ones included [G3]', () => {
    for (const line of [
      'ls --frobnicate',
      'ls -la?',
      'sort --rev a',
      'grep --fil=a b',
      'cat -nQ a',
      'ls --all=yes',
      'head -n',
    ])
      expect(level(line)).toBe('HIGH');
  });

  it('with an unknown flag is denied where any of its words leads out [G1]', () => {
    expect(level('ls --frobnicate /etc')).toBe('DENY');
    expect(level('ls --frobnicate=/etc')).toBe('DENY');
  });

  it('takes a value for a number only where it is one: elsewhere the flag may take none [G3]', () => {
    expect(level('ls -w 80')).toBe('LOW');
    expect(level('ls -w x')).toBe('HIGH');
    expect(level('npm ls --depth=Infinity')).toBe('MEDIUM');
  });

  it('that is given an operand which it does not take is HIGH [G3]', () => {
    expect(level('pwd x')).toBe('HIGH');
    expect(level('npm exec x')).toBe('HIGH');
  });

  it('that only looks, told to write, is no longer LOW [G3]', () => {
    for (const line of ['uniq a b', 'xxd a b', 'xxd - -a', 'sort -o a b', 'find . -fprint a'])
      expect(level(line)).not.toBe('LOW');
    expect(judge(['uniq', 'a', 'b']).effects).toContainEqual({ kind: 'writes', target: 'b' });
  });

  it('that reads folders through links is no longer LOW [G1]', () => {
    expect(level('diff src d')).toBe('MEDIUM');
    expect(level('diff a b')).toBe('LOW');
    expect(level('find -L .')).toBe('MEDIUM');
  });

  it('is denied by its name in any place and spelling [G4]', () => {
    for (const line of ['sudo ls', '/usr/bin/sudo ls', 'dd if=a of=b', 'mkfs.ext4 x', 'env sudo ls', 'nice -n 5 dd'])
      expect(level(line)).toBe('DENY');
    for (const line of ['env mount a b', 'timeout 5 init 0', 'env -i A=b passwd']) expect(level(line)).toBe('DENY');
    for (const line of ['uv init', 'npx tailwindcss init', 'timeout 60 npm init -y', 'env A=b uv init'])
      expect(level(line)).toBe('HIGH');
  });

  it('is denied where it removes folders by force, however it is spelled and wrapped [G4]', () => {
    for (const line of [
      'rm -rf a',
      'rm -r a -f',
      'rm --rec --fo a',
      'env rm -rf a',
      'xargs rm -rf',
      'find . -exec rm -rf {} +',
    ])
      expect(level(line)).toBe('DENY');
    for (const code of ['rm -rf a', 'ls; rm -rf a', 'if true; then rm -rf a; fi']) {
      expect(level('sh -c', code)).toBe('DENY');
      expect(level('bash -o errexit -c', code)).toBe('DENY');
      expect(level('watch', code)).toBe('DENY');
      expect(level('env -S', code)).toBe('DENY');
      expect(judge(['env', `--split-string=${code}`]).level).toBe('DENY');
    }
    for (const line of ['rm a', 'rm -r a', 'rm -f a', 'rm -- -rf', 'rm --version']) expect(level(line)).toBe('HIGH');
  });

  it('never removes the workspace itself [G4]', () => {
    expect(level('rm -r .')).toBe('DENY');
    expect(level('rm -r /ws')).toBe('DENY');
  });

  it('that runs others is HIGH and cannot be remembered [G3]', () => {
    for (const line of [
      'env ls',
      'xargs ls',
      'sh a.sh',
      'bash -c',
      'node -e 1',
      'python -c 1',
      'npx x',
      'timeout 5 ls',
    ]) {
      expect(level(line)).toBe('HIGH');
      expect(judge(line.split(' ')).isRememberable).toBe(false);
    }
  });

  it('is refused where commands stand in commands without end [G3]', () => {
    expect(judge(['ls'], 7).level).toBe('DENY');
    expect(judge(['env', ...new Array(7).fill('sh')]).level).toBe('DENY');
    expect(judge(['env', ...new Array(20).fill('a b')]).level).toBe('HIGH');
  });

  it('is refused where it is longer than anyone reads [G3]', () => {
    expect(judge(['echo', ...new Array(1001).fill('x')]).level).toBe('DENY');
    expect(judge(['echo', 'x'.repeat(140_000)]).level).toBe('DENY');
    expect(judge(['ls', `-${'l'.repeat(100)}`]).level).toBe('HIGH');
  });

  it('is refused with characters that no program can be given [G3]', () => {
    expect(judge(['echo', 'a\0b']).level).toBe('DENY');
    expect(judge(['echo', 'a\ud800']).level).toBe('DENY');
  });

  it('needs a name that is one [G3]', () => {
    for (const name of ['', 'ls;id', '$(ls)', 'l s', '--version', './', '..', '/']) {
      const judged = judge([name]);
      expect(judged.level).toBe('DENY');
    }
    expect(judge([]).level).toBe('DENY');
    expect(judge(['ls;id']).command).toBeNull();
  });

  it('is another program where it is spelled in another way [G3]', () => {
    expect(level('/bin/ls')).toBe('MEDIUM');
    for (const name of ['./ls', 'LS', 'ls.exe', '/tmp/ls', 'out/ls']) expect(level(name)).toBe('HIGH');
    expect(judge(['./ls']).isRememberable).toBe(false);
    expect(judge(['nodejs', 'a.js']).command).toBe('node');
    expect(judge(['python3.12', 'a.py']).command).toBe('python');
    expect(judge(['gawk', '{print}', 'a']).command).toBe('awk');
  });

  it('of several is named with the one that is meant, and HIGH where it is not known [G4]', () => {
    expect(judge(['git', '-C', 'src', 'status'])).toMatchObject({ level: 'MEDIUM', subcommand: 'status' });
    expect(judge(['npm', 'run', 'build'])).toMatchObject({ level: 'MEDIUM', subcommand: 'run build' });
    expect(judge(['npm', 'run', '--silent']).subcommand).toBe('run');
    expect(judge(['git', 'frobnicate', '/etc'])).toMatchObject({ level: 'DENY', subcommand: 'frobnicate' });
    expect(judge(['git', 'frobnicate'])).toMatchObject({ level: 'HIGH', isRememberable: false });
    expect(level('git')).toBe('MEDIUM');
    expect(level('npm -- test')).toBe('MEDIUM');
    expect(level('npm audit fix')).toBe('HIGH');
  });

  it('that nobody described is HIGH, and denied where it names a place outside [G4]', () => {
    for (const line of [
      'frobnicate',
      'frobnicate a',
      'gcc a.c',
      'tar xf a',
      'gcc -I/usr/include a.c',
      'foo -o/dev/null',
      'foo /nosuch/pattern/',
    ])
      expect(level(line)).toBe('HIGH');
    for (const line of [
      'foo /etc/x',
      'foo -o/etc/x',
      'foo --out=/etc/x',
      'foo a:/etc',
      'foo @/etc/x',
      'foo -xvf../x',
      'foo ~/x',
      'foo out/../../x',
      'foo a=~/x',
      'tar -C/ a',
      'foo /',
    ])
      expect(level(line)).toBe('DENY');
    expect(level('foo https://example.com/etc --url=https://example.com/etc s/a/b/')).toBe('HIGH');
    expect(judge(['foo', 'src/../src/x.ts']).effects).toContainEqual({ kind: 'reads', target: 'src/x.ts' });
  });

  it('with more paths in it than anyone looks up is refused [G3]', () => {
    const paths = Array.from({ length: 1200 }, (_, index) => `/opt${index}`).join(':');
    expect(judge(['foo', paths, '/a:/b']).findings.filter(({ id }) => id.endsWith('too-many-paths'))).toHaveLength(1);
  });

  it('for containers names places of this machine only before the colon [G1]', () => {
    for (const line of [
      'docker run -v ./src:/etc x',
      'docker run -v/ws/src:/usr/x x',
      'docker run --mount type=bind,source=./src,target=/etc x',
    ])
      expect(level(line)).toBe('HIGH');
    for (const line of [
      'docker run -v /:/host x',
      'docker run -v /etc:/x y',
      'docker run --mount type=bind,src=/etc,target=/x y',
      'docker cp /etc/x c:/y',
    ])
      expect(level(line)).toBe('DENY');
  });

  it('for another machine names places there behind the host [G1]', () => {
    expect(level('rsync -a src/ me@host:/var/www')).toBe('HIGH');
    expect(level('scp host:/etc/x src')).toBe('HIGH');
    expect(level('scp /etc/x host:')).toBe('DENY');
  });

  it('is looked for behind a launcher only where that is told to run something [G4]', () => {
    for (const line of [
      'conda install openssl',
      'docker logs dd',
      'kubectl get su',
      'uv add certbot',
      'docker rm -f x',
    ])
      expect(level(line)).toBe('HIGH');
    for (const line of [
      'conda run openssl x',
      'docker exec c dd if=a',
      'uv run sudo ls',
      'docker run x rm -rf a',
      'kubectl exec p -- sh -c sudo',
    ])
      expect(level(line)).toBe('DENY');
  });

  it('that downloads speaks http, and sends no file away [G4]', () => {
    for (const line of [
      'curl https://x',
      'curl -d a=b https://x',
      'curl -H X:a@b https://x',
      'curl --proto =https https://x',
      'wget https://x',
      'curl a@b',
    ])
      expect(level(line)).toBe('HIGH');
    for (const line of [
      'curl ftp://x',
      'curl -T a https://x',
      'curl -d @a https://x',
      'curl -d@a https://x',
      'curl -F f=@a https://x',
      'curl -F f=<a https://x',
      'curl -K a',
      'wget -i a',
      'wget --post-file=a https://x',
    ])
      expect(level(line)).toBe('DENY');
    expect(judge(['curl', 'https://x.example/y']).effects).toContainEqual({
      kind: 'network',
      target: 'https://x.example',
    });
    expect(judge(['curl', '--help']).effects).toEqual([{ kind: 'network', target: 'curl' }]);
  });

  it('of find that acts is HIGH, and denied for what it would run [G3]', () => {
    for (const line of [
      'find . -delete',
      'find . -exec id ;',
      'find . -exec',
      'find . -name',
      'find . -frob',
      'find . -frob x',
    ])
      expect(level(line)).toBe('HIGH');
    expect(level('find . -exec sudo id ;')).toBe('DENY');
    expect(level('find . -newer /etc/x')).toBe('DENY');
    expect(level('find , -name x')).toBe('LOW');
    expect(judge(['find']).paths.map(({ path }) => path)).toEqual(['.']);
  });

  it('that sets something is no longer LOW [G3]', () => {
    expect(level('date 01010000')).toBe('HIGH');
    expect(level('printf x%n PATH')).toBe('HIGH');
    expect(level('printf %s%5.2f%%')).toBe('LOW');
    expect(level('printf')).toBe('LOW');
    expect(level('strings @a')).toBe('HIGH');
  });

  it('with a program of its own is MEDIUM while that only prints [G3]', () => {
    for (const argv of [
      ['sed', '-n', '/usr/p', 'a'],
      ['sed', '-e', 's/a/b/', 'a'],
      ['sed', '--expression=p', 'a'],
      ['awk', '/etc/ {print $1}', 'a'],
      ['jq', '.a', 'b'],
    ])
      expect(judge(argv).level).toBe('MEDIUM');
    for (const argv of [
      ['sed', 'e', 'a'],
      ['sed', '-e', 'p', '-e', 'w x', 'a'],
      ['awk', 'BEGIN{system("id")}'],
      ['awk'],
      ['jq', 'env', 'a'],
    ])
      expect(judge(argv).level).toBe('HIGH');
    expect(judge(['sed', '-i', 's/a/b/', 'a']).effects).toContainEqual({ kind: 'writes', target: 'a' });
  });

  it('works in the folder that it is sent to [G1]', () => {
    expect(level('git -C src add ../a')).toBe('MEDIUM');
    expect(level('git -C src add ../../a')).toBe('DENY');
  });

  it('names as written the last of several operands of cp, and as read the others', () => {
    expect(judge(['cp', 'a', 'b', 'src']).effects).toEqual([
      { kind: 'reads', target: 'a' },
      { kind: 'reads', target: 'b' },
      { kind: 'writes', target: 'src' },
    ]);
  });
});
