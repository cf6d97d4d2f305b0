import { describe, expect, it } from 'vitest';
import { runPolicyJob } from './run-policy-job.ts';

const load = (text: string) => ({ kind: 'load', text, fileName: 'policy.yaml' }) as const;
const inThread = { timeoutMs: 60_000, memoryMb: 512, shortLengthMax: 0 };
const good = `version: 1
rules:
  - id: a
    match: { command: git, subcommand: status }
    outcome: allow
    examples: [{ tool: execute_command, params: { command: git, args: [status] }, outcome: allow }]
`;

describe('a policy that somebody sent', () => {
  it('is read in a thread as it is read here [G6]', async () => {
    for (const text of [good, good.replace('[status] }', '[push] }'), 'rules: [']) {
      const there = await runPolicyJob(load(text), inThread);
      expect(there).toEqual(await runPolicyJob(load(text)));
      expect(there.ok).toBe(text === good);
    }
  });

  it('that takes too long is given up, while others are served', async () => {
    // Opening quotes take a time that grows with the square of their number.
    const asked = runPolicyJob(load('"'.repeat(900_000)), { ...inThread, timeoutMs: 1_500 });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    await expect(asked).rejects.toThrow('takes longer than 1.5 s to read');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
