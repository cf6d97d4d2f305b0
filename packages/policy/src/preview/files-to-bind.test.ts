import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../../test/places.ts';
import { sampleCall } from '../../test/rule-samples.ts';
import { judgeCall } from '../tools/judge-call.ts';
import { filesToBind } from './files-to-bind.ts';

const disk = { '/ws/s.js': '1', '/ws/run.sh': '1x', '/ws/w': 'dir', '/ws/w/s.js': '1', '/ws/out': '->/etc' };

function bound(tool: string, args: Record<string, string | string[]>, more = {}): string[] {
  const workspace = workspaceOf(disk, more);
  const call = sampleCall(tool, args);
  return filesToBind(args, judgeCall(call, workspace), workspace).map(
    ({ path, use, isSecret }) => `${use} ${path}${isSecret ? ' (secret)' : ''}`,
  );
}
const script = (cmd: string) => bound('bash', { cmd });

describe('the files that a call stands on', () => {
  it('are the one that is written [L7]', () => {
    expect(bound('write', { path: './src/../a.txt', content: '' })).toEqual(['changes a.txt']);
    expect(bound('edit', { path: '.env', find: 'a', replace: 'b' })).toEqual(['changes .env (secret)']);
    expect(bound('write_file', { path: '/other/a', content: '' }, { roots: ['/ws', '/other'] })).toEqual([
      'changes /other/a',
    ]);
  });

  it('are none for what only looks', () => {
    expect(bound('read', { path: 's.js' })).toEqual([]);
    expect(script('cat s.js')).toEqual([]);
  });

  it.each([
    ['node s.js', ['runs s.js']],
    ['node --require ./a.js s.js data.json', ['runs a.js', 'runs s.js']],
    ['node --import=./a.js s.js', ['runs a.js', 'runs s.js']],
    ['./run.sh data', ['runs run.sh']],
    ['bash run.sh data', ['runs run.sh']],
    ['bash -x run.sh', ['runs run.sh']],
    ['bash < run.sh', ['runs run.sh']],
    ['. ./run.sh', ['runs run.sh']],
    ['source run.sh', ['runs run.sh']],
    ['env A=1 node s.js', ['runs s.js']],
    ['timeout 5 ./run.sh', ['runs run.sh']],
    ['nohup nice bash run.sh', ['runs run.sh']],
    ['cd w && node s.js', ['runs s.js', 'runs w/s.js']],
    ['node -e 1', []],
    ["bash -c 'node s.js'", ['runs s.js']],
    ['perl -i -pe s/a/b/ s.js', []],
    ['node -e 1 s.js', []],
    ['node --require ./a.js -e 1 s.js', ['runs a.js']],
    ['F=s.js; node *.js', ['runs *.js']],
    ['$F s.js', []],
    ['cp s.js t.js', []],
    ['node ../x.js', []],
    ['node out/passwd', []],
    ['timeout 5 ls', []],
  ])('are what %s runs [L7]', (cmd, files) => {
    expect(script(cmd)).toEqual(files);
  });

  it('are looked for in the folder of the call', () => {
    expect(bound('bash', { cmd: 'node s.js', workdir: 'w' })).toEqual(['runs w/s.js']);
    expect(bound('bash', { cmd: 'node s.js', workdir: '.' })).toEqual(['runs s.js']);
    expect(bound('bash', { cmd: 'make', workdir: '/etc' })).toEqual([]);
    expect(bound('bash', { cmd: 'node s.js' }, { roots: [] })).toEqual([]);
  });

  it('are those in which a program looks for what to run [L7]', () => {
    expect(bound('execute_command', { command: 'git', args: ['status'] })).toEqual(['obeys .git/config (secret)']);
    expect(script('npm test')).toEqual(['obeys package.json', 'obeys .npmrc (secret)']);
    expect(script('make')).toContain('obeys Makefile');
  });

  it('are each named once, and no more than anyone would read', () => {
    expect(script('node s.js; node s.js')).toEqual(['runs s.js']);
    expect(script(Array.from({ length: 30 }, (_, index) => `node f${index}.js`).join('; '))).toHaveLength(20);
  });
});
