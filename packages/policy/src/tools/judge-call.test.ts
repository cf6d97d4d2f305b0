import type { JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { diskOf, workspaceOf } from '../../test/places.ts';
import { levelOfJudgement } from '../judgement/judgement.ts';
import type { Service } from '../verdict.ts';
import { judgeCall } from './judge-call.ts';

function judge(name: string, args: JsonObject, { source = 'builtin', service = null as Service | null } = {}) {
  return judgeCall({ tool: { name, source, service }, arguments: args }, workspaceOf());
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

  it.each(['LOW', 'MEDIUM', 'HIGH'] as const)(
    'of a service is as risky as its definition says, whatever its name and arguments are: %s [U1, G5]',
    (riskLevel) => {
      const service = { riskLevel, method: 'GET', host: 'api.example.org' };
      expect(level('read_file', { path: '/etc/shadow' }, { source: 'github', service })).toBe(riskLevel);
    },
  );

  it('of a service says where it goes [U1]', () => {
    const told = (method: string, host: string) => {
      const service = { riskLevel: 'MEDIUM', method, host } as const;
      const [part] = judge('x', {}, { source: 'pizzeria', service }).parts;
      return { effects: part!.effects, findings: part!.findings, isRememberable: part!.isRememberable };
    };
    expect(told('POST', 'api.example.org')).toEqual({
      effects: [{ kind: 'network', target: 'api.example.org' }],
      findings: [
        { id: 'builtin.service.post', level: 'MEDIUM', reason: 'It sends a POST request to api.example.org.' },
      ],
      isRememberable: true,
    });
    expect(told('MCP', 'stdio')).toMatchObject({
      effects: [{ kind: 'executes', target: 'pizzeria' }],
      findings: [{ id: 'builtin.service.mcp', reason: 'It asks the program behind pizzeria.' }],
    });
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
    const call = { tool: { name: 'execute_command', source: 'builtin', service: null }, arguments: {} };
    judgeCall({ ...call, arguments: { command: 'cat', args: ['src/a', 'src/a', 'src/b'] } }, { ...workspace, files });
    expect(seen.toSorted()).toEqual(['/ws', '/ws/src', '/ws/src/a', '/ws/src/b']);
  });

  it('is inside below a root that is the whole disk, or a link to it [G1]', () => {
    for (const [roots, files] of [
      [['/'], diskOf({ '/a': 'dir' })],
      [['/ws'], diskOf({ '/ws': '-> /', '/a': 'dir' })],
    ] as const) {
      const call = { tool: { name: 'read', source: 'builtin', service: null }, arguments: { path: 'a//b' } };
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
        levelOfJudgement(judgeCall({ tool: { name, source: 'builtin', service: null }, arguments: args }, nowhere)),
      ).toBe('DENY');
  });
});
