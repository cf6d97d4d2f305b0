import type { ApprovalView } from '@countersign/contract';
import { Button } from '../../design/button.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { batchMax } from '../batch/batch-max.ts';

/** Chooses within what is shown; what comes later is never chosen by itself. */
export function SelectionBar({
  shown,
  chosen,
  onSelect,
  onDecide,
}: {
  readonly shown: readonly ApprovalView[];
  readonly chosen: readonly ApprovalView[];
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onDecide: () => void;
}) {
  const { inbox } = useTexts();
  if (shown.length < 2 && chosen.length === 0) return null;
  const first = shown.slice(0, batchMax);
  const isAll = chosen.length > 0 && chosen.length === first.length;
  return (
    <div className="flex min-h-[4.25rem] items-center gap-2 border-t border-line bg-raised px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 pl-1">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => onSelect(isAll ? [] : first.map(({ approval_id }) => approval_id))}
        />
        {chosen.length === 0 ? inbox.selectAll(first.length) : inbox.selected(chosen.length)}
      </label>
      <span className="flex-1" />
      {chosen.length > 0 ? (
        <Button look="primary" keyHint="b" onClick={onDecide}>
          {inbox.decideSelected}
        </Button>
      ) : null}
    </div>
  );
}
