import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import type { ControlPlane, NewEvent } from '@countersign/control-plane';
import { noFiles } from '@countersign/policy';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PolicySource } from './policy-source.ts';

const allowing = `version: 1
rules:
  - id: look-at-git
    match: { command: git, subcommand: status }
    outcome: allow
    examples:
      - { tool: execute_command, params: { command: git, args: [status] }, outcome: allow }
`;
const wrongExample = allowing.replace('args: [status] }, outcome: allow', 'args: [push] }, outcome: allow');

describe('the policy in force', () => {
  let dataDir: string;
  let file: string;
  let recorded: NewEvent[];
  let opened: PolicySource[];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-policy-'));
    file = join(dataDir, 'policy.yaml');
    recorded = [];
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((source) => source.close()));
    rmSync(dataDir, { recursive: true });
  });

  const open = (text: string | null, denied: readonly string[] = []): PolicySource => {
    if (text !== null) writeFileSync(file, text);
    const own = defaultConfig();
    const toolLimits = { ...own.toolLimits, bashDenylist: denied };
    const config = { ...own, dataDir, policyFile: text === null ? null : file, toolLimits };
    const source = PolicySource.open(config, noFiles);
    const store = { commit: async ({ events }: { events: NewEvent[] }) => void recorded.push(...events) };
    source.start({ store, clock: { now: () => 1 } } as unknown as ControlPlane, pino({ level: 'silent' }));
    opened.push(source);
    return source;
  };
  const outcomeOf = ({ gate }: PolicySource, ...args: string[]) => {
    const tool = { name: 'execute_command' } as Parameters<typeof gate.assess>[0]['tool'];
    return gate.assess({ tool, arguments: { command: 'git', args }, projectId: 'p', sessionId: 's', agentId: 'a' })
      .outcome;
  };
  const types = () => recorded.map(({ type }) => type);

  it('is the built-in one where there is no file, and the file once it is written [G6]', async () => {
    const source = open(null);
    expect(outcomeOf(source, 'status')).toBe('ask');
    const before = source.gate.policyVersion;
    writeFileSync(file, allowing);
    await source.look();
    expect(outcomeOf(source, 'status')).toBe('allow');
    expect(outcomeOf(source, 'push')).toBe('ask');
    expect(source.gate.policyVersion).not.toBe(before);
    expect(recorded).toMatchObject([
      { type: 'policy.changed', data: { before, version: source.gate.policyVersion, rules: 1 } },
    ]);
  });

  it('stops the start where the file is broken, with file and line [G6, G7]', () => {
    expect(() => open('version: 1\nrules:\n  - id: x\n    outcom: allow\n')).toThrow(`${file}:4:`);
    expect(() => open(wrongExample)).toThrow(/an example of look-at-git is wrong/);
  });

  it('applies a valid change, keeps the old policy where the new one is broken, and says both [G6]', async () => {
    const source = open(allowing);
    const { policyVersion } = source.gate;
    for (const broken of ['rules: [', wrongExample, `${allowing}  - id: look-at-git\n`]) {
      writeFileSync(file, broken);
      await source.look();
      expect(outcomeOf(source, 'status')).toBe('allow');
      expect(source.gate.policyVersion).toBe(policyVersion);
    }
    expect(types()).toEqual(['policy.refused', 'policy.refused', 'policy.refused']);
    expect(recorded[0]!.data.problems).toEqual([expect.stringContaining(`${file}:`)]);
    writeFileSync(file, 'version: 1\nrules: []\n');
    await source.look();
    expect(outcomeOf(source, 'status')).toBe('ask');
    expect(types().at(-1)).toBe('policy.changed');
  });

  it('keeps what it has where the file goes away, and says so once', async () => {
    const source = open(allowing);
    rmSync(file);
    await source.look();
    await source.look();
    expect(outcomeOf(source, 'status')).toBe('allow');
    expect(types()).toEqual(['policy.refused']);
  });

  it('denies the commands that settings name, whatever the file allows and however it changes [T3]', async () => {
    const source = open(null, ['git status']);
    expect(outcomeOf(source, 'status')).toBe('deny');
    writeFileSync(file, allowing);
    await source.look();
    expect(source.gate.policyVersion).toMatch(/^sha256:/);
    expect(outcomeOf(source, 'status')).toBe('deny');
    expect(outcomeOf(source, 'log')).not.toBe('deny');
  });

  it('records nothing where only comments changed, or nothing did', async () => {
    const source = open(allowing);
    await source.look();
    writeFileSync(file, `# a remark\n${allowing}`);
    await source.look();
    expect(recorded).toEqual([]);
  });

  it('never lets a call near the data of the server itself, also where a root holds it [G1]', () => {
    const source = open(null);
    const assess = (path: string) =>
      source.gate.assess({
        tool: { name: 'read_file' } as Parameters<typeof source.gate.assess>[0]['tool'],
        arguments: { path },
        projectId: 'p',
        sessionId: 's',
        agentId: 'a',
      }).outcome;
    expect(assess(`${dataDir}/token`)).toBe('deny');
  });
});
