import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameGate } from './index.ts';

const gate = nameGate({ MEDIUM: 300, HIGH: 600 });
const assess = (name: string, args = {}) => gate.assess({ tool: { name }, arguments: args });

describe('the gate by name', () => {
  it.each(['read_file', 'list_directory'])('lets %s pass as LOW, without a deadline [G4] [L5]', (name) => {
    expect(assess(name, { path: 'a/b' })).toMatchObject({
      outcome: 'allow',
      riskLevel: 'LOW',
      ruleId: 'default.low',
      approvalTimeoutSeconds: null,
    });
  });

  it.each(['write_file', 'execute_command'])('asks about %s as MEDIUM, for 300 s [G4] [L5]', (name) => {
    expect(assess(name)).toMatchObject({ outcome: 'ask', riskLevel: 'MEDIUM', approvalTimeoutSeconds: 300 });
  });

  it('asks about every tool that it does not know as HIGH, for 600 s [G4] [G5] [L5]', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString', 'READ_FILE')),
        (name) => {
          fc.pre(!['read_file', 'list_directory', 'write_file', 'execute_command'].includes(name));
          expect(assess(name)).toMatchObject({ outcome: 'ask', riskLevel: 'HIGH', approvalTimeoutSeconds: 600 });
        },
      ),
    );
  });

  it('takes no word of the model for a risk: arguments do not change it [G5]', () => {
    const hints = { risk: 'LOW', risk_level: 'LOW', readOnlyHint: true, outcome: 'allow', requires_approval: false };
    expect(assess('write_file', hints)).toMatchObject({ outcome: 'ask', riskLevel: 'MEDIUM' });
    expect(assess('unheard_of', hints)).toMatchObject({ outcome: 'ask', riskLevel: 'HIGH' });
  });

  it('has the deadlines that it is given, or none [L5]', () => {
    const patient = nameGate({ MEDIUM: null, HIGH: 7 });
    const ask = (name: string) => patient.assess({ tool: { name }, arguments: {} }).approvalTimeoutSeconds;
    expect(ask('write_file')).toBeNull();
    expect(ask('unheard_of')).toBe(7);
  });

  it('says before the arguments are known what it will say after [G5]', () => {
    for (const name of ['read_file', 'write_file', 'unheard_of'])
      expect(assess(name)).toMatchObject(gate.outlook({ name }));
  });

  it('explains itself, and names the class that may be remembered [A2]', () => {
    expect(assess('write_file', { path: 'src/a' })).toMatchObject({
      reasons: ['write_file changes files or runs a program.'],
      callClass: { kind: 'path', folder: 'src/' },
    });
    expect(assess('execute_command', { command: 'bash' }).callClass).toBeNull();
  });
});
