import { exampleWorkspace, loadPolicy, type Problem } from '@countersign/policy';
import type { Terminal } from '../../terminal.ts';
import { judgeWith, readPolicyText } from './open-judge.ts';

/** Everything that keeps a policy file from being used. */
export function lintFile(path: string, terminal: Terminal): { problems: readonly Problem[]; rules: number } {
  const loaded = loadPolicy(readPolicyText(path, terminal), path, (policy, example) =>
    judgeWith(policy)(example, exampleWorkspace),
  );
  return loaded.ok ? { problems: [], rules: loaded.policy.rules.length } : { problems: loaded.problems, rules: 0 };
}
