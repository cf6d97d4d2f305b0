import { CountersignError } from '@countersign/contract';
import type { Policy, Problem } from '@countersign/policy';
import type { EditablePolicy } from '../ports/policy.ts';

/** A text as a policy; refused with everything that is wrong in it. */
export async function requirePolicy(policy: Pick<EditablePolicy, 'load'>, text: string): Promise<Policy> {
  const loaded = await policy.load(text);
  if (!loaded.ok) throw policyRefused(loaded.problems);
  return loaded.policy;
}

export function policyRefused(problems: readonly Problem[]): CountersignError {
  const [first] = problems;
  const where = first ? `Line ${first.line}, column ${first.column}: ${first.message}.` : 'It cannot be used.';
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more like it.` : '';
  return new CountersignError('policy_refused', `${where}${more}`, {
    problems: problems.map(({ line, column, message }) => ({ line, column, message })),
  });
}
