import type { PolicyOutcome, Simulation } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { Ago } from '../../design/time-left.tsx';
import { OutcomeTag } from './outcome-tag.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

const outcomes: readonly PolicyOutcome[] = ['allow', 'ask', 'deny'];

/** G6: what another policy would have done to the calls made so far. */
export function SimulationView({ simulation }: { readonly simulation: Simulation }) {
  const texts = useRulesTexts();
  const { newly, changes, calls, skipped } = simulation;
  const changed = newly.allow + newly.ask + newly.deny;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-line">
        {outcomes.map((outcome) => (
          <div key={outcome} className="bg-sheet px-3 py-2">
            <dt className="text-small text-soft">{texts.newly[outcome]}</dt>
            <dd className="text-title font-semibold tabular-nums">{newly[outcome]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-soft">
        {calls === 0 ? texts.noCallsYet : changed === 0 ? texts.nothingWouldChange(calls) : texts.judgedCalls(calls)}
        {skipped > 0 ? ` ${texts.skipped(skipped)}` : ''}
      </p>
      {changes.length > 0 ? (
        <ScrollBox label={texts.changedCalls} className="max-h-80 rounded-md border border-line">
          <ul>
            {changes.map(({ tool_id: id, tool_name: tool, description, created_at: at, before, after }) => (
              <li key={id} className="grid gap-0.5 border-b border-line px-3 py-2 last:border-0">
                <Link href={`/rules/explain?call=${id}`} className="exact hover:underline">
                  {makeVisible(description === '' ? tool : description)}
                </Link>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft">
                  <OutcomeTag outcome={before.outcome} />
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">{texts.becomes}</span>
                  <OutcomeTag outcome={after.outcome} />
                  <code className="exact">{makeVisible(after.rule_id)}</code>
                  <Ago since={at} />
                </span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      ) : null}
      {changes.length < changed ? <p className="text-small text-soft">{texts.newestOf(changes.length)}</p> : null}
    </div>
  );
}
