import type { ApprovalView } from '@countersign/contract';
import { useEffect, useId, useRef } from 'react';
import { ApiError } from '../../app/api.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { ApprovalCard } from './approval-card.tsx';
import { useApproval } from './approval-queries.ts';
import { DecisionBar } from './decision-bar.tsx';

/** One approval, with its place to sign while it waits and the way on once it does not. */
export function ApprovalDetail({
  approvalId,
  listed,
  next,
  onNext,
}: {
  readonly approvalId: string;
  /** As it is in the list: shown at once, while it is asked for in full. */
  readonly listed: ApprovalView | undefined;
  readonly next: ApprovalView | undefined;
  readonly onNext: () => void;
}) {
  const { approval: texts } = useTexts();
  const { data, error } = useApproval(approvalId);
  const headingId = useId();
  const approval = data ?? listed;
  if (!approval) {
    if (!error) return <p className="p-6 text-soft">{texts.loading}</p>;
    const isGone = error instanceof ApiError && error.status === 404;
    return <EmptyState icon="search" title={isGone ? texts.notHere : texts.notLoaded} text={error.message} />;
  }
  const isPending = approval.status === 'pending';
  return (
    <article aria-labelledby={headingId} className="flex min-h-full flex-col bg-sheet">
      <div className="flex-1">
        <ApprovalCard approval={approval} headingId={headingId} />
      </div>
      {isPending ? (
        <DecisionBar key={`${approval.approval_id} ${approval.digest}`} approval={approval} />
      ) : (
        <WayOn key={approval.approval_id} next={next} onNext={onNext} />
      )}
    </article>
  );
}

function WayOn({ next, onNext }: { readonly next: ApprovalView | undefined; readonly onNext: () => void }) {
  const { approval: texts } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: the focus goes to the way on, unless someone has taken it elsewhere.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <footer className="sticky bottom-0 flex min-h-[4.25rem] items-center gap-3 border-t border-line bg-raised px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
      {next ? (
        <Button
          ref={button}
          size="large"
          keyHint="j"
          onClick={onNext}
          // A key that is still held from the decision before opens nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {texts.next}
        </Button>
      ) : (
        <p className="text-soft">{texts.nothingMore}</p>
      )}
    </footer>
  );
}
