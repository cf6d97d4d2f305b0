import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SealedCall } from '@countersign/contract';
import { filesOnDisk, localToolDefinitions } from '@countersign/local-tools';
import { emptyPolicy, parsePolicy } from '@countersign/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../test/scratch-folder.ts';
import { sealedCall } from '../test/signed-orders.ts';
import { OrderJudge } from './judge-order.ts';

let root: string;
let judge: OrderJudge;

function judgeWith(rules: string | null): OrderJudge {
  const parsed = rules === null ? null : parsePolicy(rules, 'own.yaml');
  if (parsed?.ok === false) throw new Error(JSON.stringify(parsed.problems));
  const workspace = { roots: [root], home: '/home/olga', forbidden: [join(root, 'data')], files: filesOnDisk };
  return new OrderJudge({ definitions: localToolDefinitions, workspace, policy: parsed?.policy ?? emptyPolicy });
}

function judged(changes: Partial<SealedCall>) {
  return judge.judge(sealedCall(changes));
}

const bash = (cmd: string): Partial<SealedCall> => ({
  tool_name: 'bash',
  arguments: { cmd, timeout_seconds: 30 },
});

beforeEach(() => {
  root = scratchFolder();
  writeFileSync(join(root, 'README.md'), 'hello');
  writeFileSync(join(root, 'build.sh'), 'echo built');
  judge = judgeWith(null);
});

describe("a runner's own judgement", () => {
  it('refuses tools it does not have, and those that are others by now [T2, L7]', () => {
    expect(judged({ tool_name: 'teleport' })).toMatchObject({ ok: false, errorType: 'validation' });
    expect(judged({ tool_version: 'ffffffffffffffff' })).toMatchObject({ ok: false, errorType: 'validation' });
  });

  it('refuses arguments that its own schema does not take, or that are not as resolved [T2, L7]', () => {
    for (const args of [{}, { path: 'a', extra: 1 }, { path: 7 }])
      expect(judged({ arguments: args })).toMatchObject({ ok: false, errorType: 'validation' });
    const withoutDefaults = { path: 'README.md' };
    expect(judged({ tool_name: 'read', arguments: withoutDefaults })).toMatchObject({
      ok: false,
      words: 'The arguments are not as they were resolved: something is missing in them.',
    });
  });

  it('refuses paths outside its roots, by name and through a link, whatever the server said [G1]', () => {
    const outside = scratchFolder();
    writeFileSync(join(outside, 'secret'), 'CANARY');
    symlinkSync(outside, join(root, 'door'));
    mkdirSync(join(root, 'data'));
    for (const path of ['../x', '/etc/passwd', 'door/secret', join(outside, 'secret'), 'data/token'])
      expect(judged({ arguments: { path } })).toMatchObject({ ok: false, errorType: 'policy' });
  });

  it('refuses what the rules of its own user deny, and nothing that they only ask about [G6]', () => {
    const read = { arguments: { path: 'README.md' } };
    judge = judgeWith(
      "version: 1\nrules:\n  - { id: quiet, match: { tool: read_file }, outcome: deny, description: 'Not on my machine.' }\n",
    );
    expect(judged(read)).toMatchObject({
      ok: false,
      errorType: 'policy',
      words: expect.stringContaining('Not on my machine.'),
    });
    judge = judgeWith('version: 1\nrules:\n  - { id: ask, match: { tool: read_file }, outcome: ask }\n');
    expect(judged(read)).toMatchObject({ ok: true });
  });

  it('lets a command write only where it does more than look [T6]', () => {
    expect(judged(bash('ls'))).toMatchObject({ ok: true, plan: { mayWrite: false } });
    expect(judged(bash('touch a.txt'))).toMatchObject({ ok: true, plan: { mayWrite: true } });
  });

  it('gives the network only by the order, and names the files that run [T6, L7]', () => {
    expect(judged(bash('bash build.sh'))).toMatchObject({
      ok: true,
      plan: { mayUseNetwork: false, runsFiles: ['build.sh'] },
    });
    expect(judged({ ...bash('ls'), network: true })).toMatchObject({ ok: true, plan: { mayUseNetwork: true } });
  });

  it('announces the version of each of its tools', () => {
    expect(Object.keys(judge.versions)).toEqual(localToolDefinitions.map(({ name }) => name));
  });
});
