import type { Verdict } from '../verdict.ts';
import type { Example, Policy } from './policy.ts';
import type { Problem } from './problem.ts';

export type ExampleResult = {
  readonly ruleId: string;
  readonly example: Example;
  readonly isRight: boolean;
  readonly verdict: Verdict;
};

/** Every example with what came out, in the order of the file. */
export function runExamples(policy: Policy, judge: (example: Example) => Verdict): ExampleResult[] {
  return policy.rules.flatMap(({ id, examples }) =>
    examples.map((example) => {
      const verdict = judge(example);
      const isRight =
        verdict.outcome === example.outcome && (example.risk === undefined || verdict.risk === example.risk);
      return { ruleId: id, example, isRight, verdict };
    }),
  );
}

/** G6: the examples that came out otherwise, as problems of the file. */
export function checkExamples(policy: Policy, judge: (example: Example) => Verdict): Problem[] {
  return runExamples(policy, judge)
    .filter(({ isRight }) => !isRight)
    .map(({ ruleId, example, verdict }) => ({
      line: example.line,
      column: example.column,
      message: `an example of ${ruleId} is wrong: expected ${expectedText(example)}, but ${cameOutText(verdict)}. Change the rule, or what the example expects`,
    }));
}

export function expectedText({ outcome, risk }: Example): string {
  return risk === undefined ? outcome : `${outcome} with ${risk} risk`;
}

/** What came out, by which rule, and why. */
export function cameOutText({ outcome, risk, ruleId, reasons }: Verdict): string {
  const why = reasons.length === 0 ? '' : `: ${reasons.join(' ').replace(/\.$/, '')}`;
  return `${ruleId} says ${outcome} with ${risk} risk${why}`;
}
