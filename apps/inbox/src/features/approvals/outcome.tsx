import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { classNames } from '../../design/class-names.ts';
import { Ago } from '../../design/time-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';

const inks: Readonly<Record<ApprovalView['status'], string>> = {
  pending: 'text-soft',
  approved: 'text-low',
  rejected: 'text-high',
  expired: 'text-medium',
  cancelled: 'text-soft',
};

/** What became of it, and by whom. */
export function Outcome({ approval: { status, decision } }: { readonly approval: ApprovalView }) {
  const { approval: texts, design } = useTexts();
  return (
    <div className={classNames('flex flex-wrap items-center gap-x-5 gap-y-2 py-1', inks[status])}>
      <span className="stamp -rotate-2 bg-sheet px-3 py-1 text-large">
        {decision?.decision === 'edit' ? texts.editedStamp : design.status[status]}
      </span>
      <span className="text-ink">
        {decision === null ? (
          texts.noDecision[status]
        ) : (
          <>
            {texts.decidedBy(makeVisible(decision.decided_by.name))} · <Ago since={decision.decided_at} />
            {decision.feedback === null ? null : (
              <span className="exact block font-sans">“{makeVisible(decision.feedback)}”</span>
            )}
            {decision.grant_id === null ? null : <span className="block text-small text-soft">{texts.remembered}</span>}
          </>
        )}
      </span>
    </div>
  );
}
