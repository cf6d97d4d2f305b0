import type { JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { workspaceOf } from '../../test/places.ts';
import { told } from '../../test/told.ts';
import type { Workspace } from '../paths/workspace.ts';
import { judgeCall } from './judge-call.ts';

function judge(name: string, args: JsonObject, workspace: Workspace = workspaceOf()) {
  return judgeCall({ tool: { name, source: 'builtin', service: null }, arguments: args }, workspace);
}

/** What it is taken for | why it is as risky as it is | what it does | to which paths. */
describe('what is told of a tool', () => {
  it.each<[string, JsonObject, string]>([
    ['read', { path: 'a' }, 'no command | LOW tool.read | reads a | read:a'],
    ['read_file', { path: '.env' }, 'no command | LOW tool.read, MEDIUM path.secret | reads .env | read:.env'],
    ['ls', {}, 'no command | LOW tool.read | reads . | read:.'],
    ['list_directory', { path: 'src', pattern: '*.ts' }, 'no command | LOW tool.read | reads src | read:src'],
    ['list_directory', { pattern: '../*' }, 'no command | LOW tool.read, DENY path.pattern | reads . | read:.'],
    ['find', { name_pattern: 'a..b' }, 'no command | LOW tool.read | reads . | read:.'],
    ['grep', { glob: '/etc/*' }, 'no command | LOW tool.read, DENY path.pattern | reads . | read:.'],
    ['write', { path: 'a.ts' }, 'no command | MEDIUM tool.write | writes a.ts | write:a.ts'],
    ['edit', { path: 'a.sh' }, 'no command | MEDIUM tool.write, HIGH path.protected | writes a.sh | write:a.sh'],
    ['write_file', { path: '/x' }, 'no command | MEDIUM tool.write, DENY path.outside | writes /x | write:/x outside'],
    ['execute_command', { command: 'ls', args: ['src'] }, 'ls | LOW command.known | reads src | read:src'],
    ['execute_command', { command: 'ls', args: 'src' }, 'ls | LOW command.known | reads . | read:.'],
    ['bash', { cmd: 'ls', workdir: 'src' }, 'ls | LOW command.known | reads src | read:src'],
    ['deploy', {}, 'no command | HIGH tool.undescribed |  | '],
  ])('%s %j: %s [G4, G5]', (tool, args, expected) => {
    const { parts, findings } = judge(tool, args);
    expect(parts.map(told)).toEqual([expected]);
    expect(findings).toEqual([]);
  });

  it('is said in words that name the tool, the pattern or what is done [A8]', () => {
    const reasons = (tool: string, args: JsonObject) =>
      judge(tool, args).parts.flatMap(({ findings }) => findings.map(({ reason }) => reason));
    expect(reasons('deploy', {})).toEqual(['What deploy does is not described, so it counts as HIGH.']);
    expect(reasons('ls', {})).toEqual(['It lists a folder.']);
    expect(reasons('grep', { glob: '../x' })[1]).toBe('The pattern "../x" leaves the folder in which it is looked up.');
  });

  it('is of one state of the disk: each name is looked up once [G1]', () => {
    const looks: string[] = [];
    const { files } = workspaceOf();
    const counting: Workspace['files'] = {
      look(path) {
        looks.push(path);
        return files.look(path);
      },
    };
    judge('bash', { cmd: 'cat src/a; cat src/a; ls src' }, { ...workspaceOf(), files: counting });
    expect(new Set(looks).size).toBe(looks.length);
    expect(looks).toContain('/ws/src/a');
  });

  it('says what is wrong with the folder that a script is to run in, once and before all else [G1]', () => {
    const { findings, parts } = judge('bash', { cmd: 'ls', workdir: '/etc' });
    expect(findings.map(({ id }) => id)).toEqual(['builtin.path.outside']);
    expect(parts).toHaveLength(1);
    expect(judge('bash', { cmd: 'ls', workdir: '.ssh' }).findings).toEqual([]);
  });
});
