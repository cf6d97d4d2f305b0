import type { JsonObject } from '@countersign/contract';
import { localToolDefinitions } from '../../local-tools/src/index.ts';
import { decide } from '../src/decide.ts';
import type { Workspace } from '../src/paths/workspace.ts';
import { type DraftedRules, draftRules } from '../src/rules/draft-rules.ts';
import { exampleWorkspace } from '../src/rules/example-workspace.ts';
import { requestJudge } from '../src/rules/judge-request.ts';
import { loadPolicy } from '../src/rules/load-policy.ts';
import type { ParsedPolicy } from '../src/rules/parse-policy.ts';
import { emptyPolicy, type Policy } from '../src/rules/policy.ts';
import type { CallToDecide, Outcome, Verdict } from '../src/verdict.ts';
import { workspaceOf } from './places.ts';
import { sampleCall } from './rule-samples.ts';

const judge = requestJudge(localToolDefinitions);

/** A text as a policy, checked as a server checks it at its start. */
export function loadText(text: string): ParsedPolicy {
  return loadPolicy(text, 'policy.yaml', (policy, example) =>
    judge(example, (call) => decide(policy, call, exampleWorkspace)),
  );
}

export function policyFrom(text: string): Policy {
  const loaded = loadText(text);
  if (!loaded.ok) throw new Error(`${JSON.stringify(loaded.problems)}\n${text}`);
  return loaded.policy;
}

type Setting = {
  readonly present?: string | null;
  readonly workspace?: Workspace;
  readonly example?: JsonObject | null;
};

export type DraftedFor = DraftedRules & {
  /** The call by the file with that draft in it. */
  readonly decide: (policy: Policy) => Verdict;
};

export function draftFor(outcome: Outcome, given: CallToDecide, setting: Setting = {}): DraftedFor {
  const { present = null, workspace = workspaceOf(), example = given.arguments } = setting;
  const by = (policy: Policy) => decide(policy, given, workspace);
  const verdict = by(present === null ? emptyPolicy : policyFrom(present));
  const drafted = draftRules({ call: given, verdict, present, example, load: loadText, decide: by }, outcome);
  return { ...drafted, decide: by };
}

export const command = (program: string, ...args: string[]): CallToDecide =>
  sampleCall('execute_command', { command: program, args });
export const script = (cmd: string): CallToDecide => sampleCall('bash', { cmd });
export const write = (path: string): CallToDecide => sampleCall('write_file', { path, content: 'x' });
