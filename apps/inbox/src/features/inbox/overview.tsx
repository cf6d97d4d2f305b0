import type { ApprovalView, RiskLevel } from '@countersign/contract';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { Ago } from '../../design/time-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';

const levels: readonly RiskLevel[] = ['HIGH', 'MEDIUM', 'LOW'];

/** Beside the list while nothing is open: how much waits, and where to begin. */
export function Overview({
  pending,
  onStart,
}: {
  readonly pending: readonly ApprovalView[];
  readonly onStart: () => void;
}) {
  const { inbox } = useTexts();
  const oldest = pending[0];
  if (!oldest) return <EmptyState icon="check" title={inbox.allDone} text={inbox.allDoneText} />;
  return (
    <div className="mx-auto grid max-w-md gap-5 px-6 py-16">
      <h1 className="text-title font-semibold">{inbox.waiting(pending.length)}</h1>
      <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {levels.map((level) => (
          <div key={level} className="flex items-center justify-between bg-sheet px-3 py-2">
            <dt>
              <RiskBadge level={level} />
            </dt>
            <dd className="text-large font-semibold tabular-nums">
              {pending.filter(({ risk_level }) => risk_level === level).length}
            </dd>
          </div>
        ))}
        <div className="flex items-center justify-between bg-sheet px-3 py-2">
          <dt className="text-soft">{inbox.oldest}</dt>
          <dd>
            <Ago since={oldest.requested_at} />
          </dd>
        </div>
      </dl>
      <div>
        <Button look="primary" size="large" keyHint="j" onClick={onStart}>
          {inbox.startWithOldest}
        </Button>
      </div>
      <p className="text-small text-soft">{inbox.hint}</p>
    </div>
  );
}
