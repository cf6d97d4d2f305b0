import type { ApprovalView } from '@countersign/contract';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '../../app/keyboard.tsx';
import { navigate, useLocation, withSearch } from '../../app/router.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ApprovalDetail } from '../approvals/approval-detail.tsx';
import { useApprovals } from '../approvals/approvals-provider.tsx';
import { useRecentApprovals } from '../approvals/recent-approvals.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterApprovals, isFiltered, parseFilter } from './inbox-filter.ts';
import { InboxList } from './inbox-list.tsx';
import { Overview } from './overview.tsx';
import { SelectionBar } from './selection-bar.tsx';

const BatchDialog = lazy(() =>
  import('../batch/batch-dialog.tsx').then(({ BatchDialog }) => ({ default: BatchDialog })),
);
const nobody: readonly ApprovalView[] = [];

/** List and detail: side by side at a desk, one after the other on a phone. */
export function InboxPage({ approvalId = null }: { readonly approvalId?: string | null }) {
  const { inbox } = useTexts();
  const { search } = useLocation();
  const { pending, error, reload } = useApprovals();
  const recent = useRecentApprovals();
  const filter = useMemo(() => parseFilter(search), [search]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [batch, setBatch] = useState<readonly ApprovalView[] | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);

  const all = filter.shown === 'waiting' ? pending : recent.data;
  const shown = useMemo(() => filterApprovals(all ?? nobody, filter, Date.now()), [all, filter]);
  const problem = filter.shown === 'waiting' ? error : recent.error;
  const chosen = useMemo(() => shown.filter(({ approval_id }) => selected.has(approval_id)), [shown, selected]);
  const index = shown.findIndex(({ approval_id }) => approval_id === approvalId);
  const lastIndex = useRef(0);
  if (index >= 0) lastIndex.current = index;
  // Where the one that was open has left the list, the way on begins at the place it had.
  const next = index >= 0 ? (shown[index + 1] ?? shown[index - 1]) : (shown[lastIndex.current] ?? shown.at(-1));
  const open = (approval: ApprovalView | undefined): void => {
    if (approval) navigate(withSearch(`/a/${approval.approval_id}`));
  };
  /** From among what is decided, the way to what waits leaves the filter behind. */
  const openOldest = (): void => {
    if (pending?.[0]) navigate(`/a/${pending[0].approval_id}`);
  };
  const toggle = useCallback((id: string): void => {
    setSelected((before) => {
      const changed = new Set(before);
      if (!changed.delete(id)) changed.add(id);
      return changed;
    });
  }, []);
  const decideChosen = (): void => {
    if (chosen.length > 0) setBatch(chosen);
  };

  useShortcuts({
    j: () => open(index >= 0 ? shown[index + 1] : next),
    k: () => open(index >= 0 ? shown[index - 1] : shown[Math.max(0, lastIndex.current - 1)]),
    x: () => approvalId !== null && filter.shown === 'waiting' && toggle(approvalId),
    b: decideChosen,
    '/': () => searchRef.current?.focus(),
    Escape: () => navigate(withSearch('/')),
  });

  const isFirstRun = pending?.length === 0 && recent.data?.length === 0 && approvalId === null && !isFiltered(filter);
  if (isFirstRun) return <FirstRun />;

  const hasDetail = approvalId !== null;
  return (
    <div className="flex h-full min-h-0">
      <div
        className={classNames(
          'flex min-h-0 w-full flex-col border-line bg-paper md:w-[22rem] md:shrink-0 md:border-r lg:w-[26rem]',
          hasDetail && 'max-md:hidden',
        )}
      >
        <FilterBar filter={filter} approvals={all ?? nobody} searchRef={searchRef} />
        <InboxList
          approvals={shown}
          state={all === undefined ? (problem ?? 'loading') : 'there'}
          onReload={filter.shown === 'waiting' ? reload : () => void recent.refetch()}
          isFiltered={isFiltered(filter)}
          filter={filter}
          openId={approvalId}
          selected={selected}
          onToggle={toggle}
        >
          {filter.shown === 'decided' && recent.hasNextPage ? (
            <OlderButton
              count={all?.length ?? 0}
              isBusy={recent.isFetchingNextPage}
              onOlder={() => void recent.fetchNextPage()}
            />
          ) : null}
        </InboxList>
        {filter.shown === 'waiting' ? (
          <SelectionBar
            shown={shown}
            chosen={chosen}
            onSelect={(ids) => setSelected(new Set(ids))}
            onDecide={decideChosen}
          />
        ) : null}
      </div>
      <div className={classNames('min-h-0 min-w-0 flex-1 overflow-auto bg-sheet', !hasDetail && 'max-md:hidden')}>
        {hasDetail ? (
          <>
            <div className="flex items-center border-b border-line bg-paper px-2 py-1 md:hidden">
              <IconButton icon="back" name={inbox.backToList} onClick={() => navigate(withSearch('/'))} />
              <span className="text-soft">{inbox.backToList}</span>
            </div>
            <ApprovalDetail
              key={approvalId}
              approvalId={approvalId}
              listed={shown[index]}
              next={next?.approval_id === approvalId ? undefined : next}
              onNext={() => open(next)}
            />
          </>
        ) : pending ? (
          <Overview pending={pending} onStart={() => (filter.shown === 'waiting' ? open(shown[0]) : openOldest())} />
        ) : null}
      </div>
      {batch ? (
        <Suspense fallback={null}>
          <BatchDialog
            approvals={batch}
            onClose={() => {
              setBatch(null);
              setSelected(new Set());
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What was decided longer ago is asked for when somebody wants it: filters look only at what is there. */
function OlderButton({
  count,
  isBusy,
  onOlder,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onOlder: () => void;
}) {
  const { inbox } = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 p-3 text-small text-soft">
      <span>{inbox.newest(count)}</span>
      <Button size="small" disabled={isBusy} onClick={onOlder}>
        {inbox.older}
      </Button>
    </div>
  );
}
