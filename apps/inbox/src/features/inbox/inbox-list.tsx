import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link, withSearch } from '../../app/router.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { Ago, TimeLeft } from '../../design/time-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useSessionTitles } from '../approvals/use-session-titles.ts';
import { type InboxFilter, searchOf } from './inbox-filter.ts';

const rowHeight = 82;

/** Only the rows on the screen are made, so that ten thousand scroll like ten. */
export function InboxList({
  approvals,
  state,
  onReload,
  isFiltered,
  filter,
  openId,
  selected,
  onToggle,
  children,
}: {
  readonly approvals: readonly ApprovalView[];
  /** An error says why the list is not there. */
  readonly state: 'loading' | 'there' | Error;
  readonly onReload: () => void;
  readonly isFiltered: boolean;
  readonly filter: InboxFilter;
  readonly openId: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  readonly children?: ReactNode;
}) {
  const { inbox } = useTexts();
  const titleOf = useSessionTitles();
  const search = useMemo(() => searchOf(filter), [filter]);
  const scroll = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: approvals.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => approvals[index]!.approval_id,
    overscan: 4,
  });
  const openIndex = approvals.findIndex(({ approval_id }) => approval_id === openId);
  useEffect(() => {
    if (openIndex >= 0) virtual.scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, virtual]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section ref={scroll} className="min-h-0 flex-1 overflow-auto" tabIndex={0} aria-label={inbox.list}>
      {approvals.length === 0 ? (
        state !== 'there' ? (
          <NotReady query={{ error: state === 'loading' ? null : state, refetch: onReload }} />
        ) : isFiltered ? (
          <EmptyState icon="filter" title={inbox.nothingMatches} text={inbox.changeFilter} />
        ) : (
          <EmptyState
            icon="check"
            title={filter.shown === 'waiting' ? inbox.nothingWaits : inbox.nothingDecided}
            text={filter.shown === 'waiting' ? inbox.nothingWaitsText : undefined}
          />
        )
      ) : (
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <li
              key={key}
              aria-setsize={approvals.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <InboxRow
                approval={approvals[index]!}
                session={titleOf(approvals[index]!.session_id)}
                search={search}
                isOpen={approvals[index]!.approval_id === openId}
                isSelected={selected.has(approvals[index]!.approval_id)}
                onToggle={onToggle}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

/** Not made again while others come and go around it. */
const InboxRow = memo(function InboxRow({
  approval,
  session,
  search,
  isOpen,
  isSelected,
  onToggle,
}: {
  readonly approval: ApprovalView;
  readonly session: string;
  readonly search: URLSearchParams;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (id: string) => void;
}) {
  const { inbox, design } = useTexts();
  const { approval_id: id, display, agent, status } = approval;
  const isPending = status === 'pending';
  return (
    <div
      className={classNames(
        'relative flex h-full border-b border-line',
        isOpen ? 'bg-sheet shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-sheet',
      )}
    >
      {isPending ? (
        <label className="flex w-10 shrink-0 cursor-pointer items-start justify-center pt-3.5">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            aria-label={inbox.select(display.title)}
            checked={isSelected}
            onChange={() => onToggle(id)}
          />
        </label>
      ) : (
        <span className="w-4" />
      )}
      <Link
        href={withSearch(`/a/${id}`, search)}
        aria-current={isOpen ? 'true' : undefined}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-0.5 py-2 pr-3 -outline-offset-2"
      >
        <span className="exact-line block font-medium">{display.title}</span>
        <span className="flex items-center gap-2 text-small text-soft">
          <RiskBadge level={approval.risk_level} isSmall />
          <span className="min-w-0 truncate">
            {makeVisible(agent.name)} · {makeVisible(approval.tool_name)}
          </span>
        </span>
        <span className="flex items-center gap-2 text-small text-soft">
          <span className="shrink-0">
            <Ago since={approval.requested_at} />
          </span>
          <span className="min-w-0 flex-1 truncate">· {[session, ...runnersOf(approval)].join(' · ')}</span>
          <span className="shrink-0">
            {isPending ? (
              <TimeLeft deadline={approval.deadline_at} />
            ) : (
              <span className="font-medium">{design.status[status]}</span>
            )}
          </span>
        </span>
      </Link>
    </div>
  );
});

/** Where it would run, as far as there is room to say so. */
function runnersOf({ runs_on: runners }: ApprovalView): string[] {
  const [first] = runners;
  if (!first) return [];
  return [runners.length === 1 ? makeVisible(first.name) : `${makeVisible(first.name)} +${runners.length - 1}`];
}
