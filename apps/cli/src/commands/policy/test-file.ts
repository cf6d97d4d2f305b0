import {
  cameOutText,
  exampleWorkspace,
  expectedText,
  parsePolicy,
  problemText,
  runExamples,
  summary,
} from '@countersign/policy';
import { PolicyFileError } from '../../policy-file-error.ts';
import type { Terminal } from '../../terminal.ts';
import { judgeWith, type Place, readPolicyText, workspaceAt } from './open-judge.ts';

export type TestedExample = {
  readonly ok: boolean;
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly call: string;
  readonly expected: string;
  readonly came_out: string;
};

/** What every example of a file comes out as, in the workspace that is given or as paths are spelled. */
export function testFile(path: string, place: Place | null, terminal: Terminal): TestedExample[] {
  const parsed = parsePolicy(readPolicyText(path, terminal), path);
  if (!parsed.ok) throw new PolicyFileError(path, problemText(path, parsed.problems[0]!));
  const workspace = place === null ? exampleWorkspace : workspaceAt(place, terminal);
  const judge = judgeWith(parsed.policy);
  return runExamples(parsed.policy, (example) => judge(example, workspace)).map(
    ({ ruleId, example, isRight, verdict }) => ({
      ok: isRight,
      rule: ruleId,
      line: example.line,
      column: example.column,
      call: summary(example.tool, example.params),
      expected: expectedText(example),
      came_out: cameOutText(verdict),
    }),
  );
}
