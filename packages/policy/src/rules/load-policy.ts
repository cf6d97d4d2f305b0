import type { Verdict } from '../verdict.ts';
import { checkExamples } from './check-examples.ts';
import { type ParsedPolicy, parsePolicy } from './parse-policy.ts';
import type { Example, Policy } from './policy.ts';

/** A policy that is fit for use: its text can be read, and its examples come out as they say. */
export function loadPolicy(
  text: string,
  fileName: string,
  judgeWith: (policy: Policy, example: Example) => Verdict,
): ParsedPolicy {
  const parsed = parsePolicy(text, fileName);
  if (!parsed.ok) return parsed;
  const problems = checkExamples(parsed.policy, (example) => judgeWith(parsed.policy, example));
  return problems.length > 0 ? { ok: false, problems } : parsed;
}
