import type { JsonObject, PolicyOutcome } from '@countersign/contract';
import { localToolDefinitions } from '@countersign/local-tools';
import {
  type CallToDecide,
  type DraftedRules,
  decide,
  decideJudged,
  denyCommands,
  draftRules,
  exampleWorkspace,
  loadPolicy,
  type ParsedPolicy,
  type PolicyFile,
  type Problem,
  requestJudge,
  type Verdict,
} from '@countersign/policy';

/** What is done with the text of a policy, all of it as plain data so that a thread can be given it. */
export type PolicyJob =
  | { readonly kind: 'load'; readonly text: string; readonly fileName: string }
  | {
      readonly kind: 'draft';
      readonly call: CallToDecide;
      readonly verdict: Verdict;
      readonly example: JsonObject | null;
      readonly outcome: PolicyOutcome;
      /** What the file holds. */
      readonly text: string | null;
      readonly fileName: string;
      readonly deniedCommands: readonly string[];
    };

export type PolicyJobDone = {
  load:
    | { readonly ok: true; readonly file: PolicyFile }
    | { readonly ok: false; readonly problems: readonly Problem[] };
  draft: DraftedRules;
};

export function doPolicyJob(job: PolicyJob): PolicyJobDone[PolicyJob['kind']] {
  if (job.kind === 'load') {
    const loaded = loadText(job.text, job.fileName);
    return loaded.ok ? { ok: true, file: loaded.file } : loaded;
  }
  const { call, verdict, example, outcome, text, fileName, deniedCommands } = job;
  return draftRules(
    {
      call,
      verdict,
      present: text,
      example,
      load: (draft) => {
        const loaded = loadText(draft, fileName);
        return loaded.ok ? { ...loaded, policy: denyCommands(loaded.policy, deniedCommands) } : loaded;
      },
      decide: (policy) => decideJudged(policy, call, verdict.judgement),
    },
    outcome,
  );
}

const judgeExample = requestJudge(localToolDefinitions);

/** Checked as at a start, with its examples. */
export function loadText(text: string, fileName: string): ParsedPolicy {
  return loadPolicy(text, fileName, (policy, example) =>
    judgeExample(example, (call) => decide(policy, call, exampleWorkspace)),
  );
}
