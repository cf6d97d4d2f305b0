import type { PolicyProblem } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { Icon } from '../../design/icon.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

/** Why a policy cannot be used, each with the place to look at. */
export function ProblemList({
  id,
  problems,
  hrefOf,
  onFollow,
}: {
  readonly id?: string;
  readonly problems: readonly PolicyProblem[];
  readonly hrefOf: (problem: PolicyProblem) => string;
  readonly onFollow?: (problem: PolicyProblem) => void;
}) {
  const texts = useRulesTexts();
  return (
    <ul id={id} className="grid gap-1.5">
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column} ${problem.message}`} className="flex items-start gap-2 text-high">
          <Icon name="warning" className="mt-1 size-4" />
          <span className="min-w-0">
            <Link
              href={hrefOf(problem)}
              onClick={() => onFollow?.(problem)}
              className="font-medium whitespace-nowrap underline underline-offset-2"
            >
              {texts.lineColumn(problem.line, problem.column)}
            </Link>{' '}
            <span className="exact font-sans">{makeVisible(problem.message)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
