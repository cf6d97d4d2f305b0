import { compileArguments, emptyPolicy, noFiles, policyGate } from '@countersign/policy';
import { describe, expect, it } from 'vitest';
import { localToolDefinitions } from './index.ts';

const tool = (name: string) => localToolDefinitions.find((definition) => definition.name === name)!;
const resolve = (name: string, given: Record<string, never> | object) =>
  compileArguments(tool(name).inputSchema)(given as Record<string, never>);

describe('the local tools', () => {
  it('are those there are, each of its own name [T1, T2]', () => {
    const names = localToolDefinitions.map(({ name }) => name);
    expect([...names].sort()).toEqual(
      'bash edit execute_command find grep list_directory ls read read_file write write_file'.split(' '),
    );
  });

  it.each(localToolDefinitions)(
    '$name refuses a key that it does not know, and runs on a runner [T2, G7]',
    (definition) => {
      const resolved = compileArguments(definition.inputSchema)({ path: 'a', command: 'a', content: 'a', other: 1 });
      expect(resolved).toMatchObject({ ok: false });
      expect(definition.target).toBe('runner');
      expect(definition.executionTimeoutMs).toBeGreaterThan(0);
    },
  );

  it('have their defaults [T1]', () => {
    expect(resolve('write_file', { path: 'a', content: '' })).toMatchObject({ arguments: { mode: 'write' } });
    expect(resolve('list_directory', {})).toMatchObject({ arguments: { path: '.', recursive: false, pattern: '*' } });
    expect(resolve('execute_command', { command: 'ls' })).toMatchObject({ arguments: { args: [] } });
  });

  it('take a command as an argv, and never as a line for a shell [G3]', () => {
    expect(resolve('execute_command', { command: 'ls', args: 'a b' })).toMatchObject({ ok: false });
    expect(resolve('execute_command', { command: 'ls', args: ['a b', ''] })).toMatchObject({ ok: true });
    expect(resolve('execute_command', { command: '' })).toMatchObject({ ok: false });
  });

  it('leave the time and the size of a page to whoever runs them, where a call does not say it [T3]', () => {
    expect(resolve('bash', { cmd: 'ls' })).toEqual({ ok: true, arguments: { cmd: 'ls' } });
    expect(resolve('read', { path: 'a' })).toEqual({ ok: true, arguments: { path: 'a', offset: 0 } });
  });

  it('let a command run for 300 s at most [G1]', () => {
    expect(resolve('execute_command', { command: 'ls', timeout: 300 })).toMatchObject({ ok: true });
    expect(resolve('execute_command', { command: 'ls', timeout: 301 })).toMatchObject({ ok: false });
    expect(tool('execute_command').executionTimeoutMs).toBe(300_000);
  });

  it('are all known to the gate: none of them is judged as a stranger [G4]', () => {
    const gate = policyGate({
      policy: () => emptyPolicy,
      workspace: { roots: ['/workspace'], home: null, files: noFiles },
      approvalSeconds: { MEDIUM: 300, HIGH: 600 },
    });
    for (const definition of localToolDefinitions) expect(gate.outlook(definition).riskLevel).not.toBe('HIGH');
  });
});
