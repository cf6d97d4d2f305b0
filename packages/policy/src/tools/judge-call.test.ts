import type { JsonObject, RiskLevel } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { diskOf, workspaceOf } from '../../test/places.ts';
import { levelOfJudgement } from '../judgement/judgement.ts';
import { judgeCall } from './judge-call.ts';

function judge(name: string, args: JsonObject, { source = 'builtin', riskHint = null as RiskLevel | null } = {}) {
  return judgeCall({ tool: { name, source, riskHint }, arguments: args }, workspaceOf());
}
const level = (...given: Parameters<typeof judge>) => levelOfJudgement(judge(...given));

describe('a call of a tool', () => {
  it.each(['read', 'read_file', 'ls', 'list_directory', 'find', 'grep'])(
    '%s is LOW inside and denied outside [G4]',
    (tool) => {
      expect(level(tool, { path: 'src' })).toBe('LOW');
      expect(level(tool, {})).toBe('LOW');
      expect(level(tool, { path: '../x' })).toBe('DENY');
    },
  );

  it.each(['write', 'write_file', 'edit'])('%s is MEDIUM, and HIGH where something runs later [G4]', (tool) => {
    expect(level(tool, { path: 'a.ts' })).toBe('MEDIUM');
    expect(level(tool, { path: '.git/config' })).toBe('HIGH');
  });

  it.each([
    ['find', 'name_pattern'],
    ['list_directory', 'pattern'],
    ['grep', 'glob'],
  ])('%s does not take a pattern that leaves its folder [G1]', (tool, name) => {
    for (const pattern of ['*.ts', 'a..b', '{a,b}', '**/x']) expect(level(tool, { [name]: pattern })).toBe('LOW');
    for (const pattern of ['../x', '/etc/*', '{a,../b}', '~/x', 'a\0', 'C:\\x', 'a/..', '{/a,b}'])
      expect(level(tool, { [name]: pattern })).toBe('DENY');
  });

  it('without its arguments runs nothing [G7]', () => {
    expect(level('execute_command', {})).toBe('DENY');
    expect(level('bash', {})).toBe('LOW');
    expect(judge('bash', {}).parts).toEqual([]);
  });

  it('of bash works in the folder that it names, if that is inside [G1]', () => {
    expect(level('bash', { cmd: 'cat ../a', workdir: 'src' })).toBe('LOW');
    expect(level('bash', { cmd: 'cat ../a' })).toBe('DENY');
    for (const workdir of ['..', '/etc', 'a\nb']) expect(level('bash', { cmd: 'ls', workdir })).toBe('DENY');
  });

  it('that nobody described is HIGH, also where its name is that of a built-in one [G5]', () => {
    expect(level('deploy', {})).toBe('HIGH');
    expect(level('read_file', { path: 'a' }, { source: 'github' })).toBe('HIGH');
  });

  it('is raised by a hint and never lowered [G5]', () => {
    expect(level('ls', {}, { riskHint: 'HIGH' })).toBe('HIGH');
    expect(level('ls', {}, { riskHint: 'MEDIUM' })).toBe('MEDIUM');
    expect(level('ls', {}, { riskHint: 'LOW' })).toBe('LOW');
    expect(level('write', { path: '.git/x' }, { riskHint: 'LOW' })).toBe('HIGH');
  });

  it('looks at each name on the disk once', () => {
    const seen: string[] = [];
    const workspace = workspaceOf();
    const files = {
      look(path: string) {
        seen.push(path);
        return workspace.files.look(path);
      },
    };
    const call = { tool: { name: 'execute_command', source: 'builtin', riskHint: null }, arguments: {} };
    judgeCall({ ...call, arguments: { command: 'cat', args: ['src/a', 'src/a', 'src/b'] } }, { ...workspace, files });
    expect(seen.toSorted()).toEqual(['/ws', '/ws/src', '/ws/src/a', '/ws/src/b']);
  });

  it('is inside below a root that is the whole disk, or a link to it [G1]', () => {
    for (const [roots, files] of [
      [['/'], diskOf({ '/a': 'dir' })],
      [['/ws'], diskOf({ '/ws': '-> /', '/a': 'dir' })],
    ] as const) {
      const call = { tool: { name: 'read', source: 'builtin', riskHint: null }, arguments: { path: 'a//b' } };
      const { parts } = judgeCall(call, { roots, home: null, files });
      expect(parts[0]!.paths).toEqual([{ given: 'a//b', path: 'a/b', access: 'read', isInside: true }]);
    }
  });

  it('is outside where there is no root [G7]', () => {
    const nowhere = { ...workspaceOf(), roots: [] };
    for (const [name, args] of [
      ['read', { path: 'a' }],
      ['execute_command', { command: 'cat', args: ['a'] }],
      ['bash', { cmd: 'cat a' }],
    ] as const)
      expect(
        levelOfJudgement(judgeCall({ tool: { name, source: 'builtin', riskHint: null }, arguments: args }, nowhere)),
      ).toBe('DENY');
  });
});
