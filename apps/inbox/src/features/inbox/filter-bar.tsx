import { Popover } from '@base-ui/react/popover';
import type { ApprovalView } from '@countersign/contract';
import type { RefObject } from 'react';
import { currentLocation, Link, navigate, withSearch } from '../../app/router.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { FacetChoices } from './facet-choices.tsx';
import { choicesIn, type InboxFilter, isFiltered, searchOf, withoutChoices } from './inbox-filter.ts';
import { SavedViews } from './saved-views.tsx';

/** Which list is shown, and what of it. */
export function FilterBar({
  filter,
  approvals,
  searchRef,
}: {
  readonly filter: InboxFilter;
  readonly approvals: readonly ApprovalView[];
  readonly searchRef: RefObject<HTMLInputElement | null>;
}) {
  const { inbox } = useTexts();
  const change = (changed: Partial<InboxFilter>): void =>
    navigate(withSearch(currentLocation().path, searchOf({ ...filter, ...changed })), { replace: true });
  const count = choicesIn(filter);
  return (
    <div className="grid gap-2 border-b border-line px-3 pt-3 pb-2">
      <nav aria-label={inbox.views} className="flex items-center gap-1">
        {(['waiting', 'decided'] as const).map((shown) => (
          <Link
            key={shown}
            href={withSearch('/', searchOf({ ...filter, shown }))}
            aria-current={filter.shown === shown ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-8 items-center rounded-md px-2.5 font-medium',
              filter.shown === shown ? 'bg-sheet text-ink ring-1 ring-line' : 'text-soft hover:text-ink',
            )}
          >
            {inbox.shown[shown]}
            {shown === 'waiting' && filter.shown === 'waiting' ? (
              <span className="ml-1.5 text-soft tabular-nums">{approvals.length}</span>
            ) : null}
          </Link>
        ))}
        <span className="flex-1" />
        <SavedViews filter={filter} />
      </nav>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft" />
          <Input
            ref={searchRef}
            type="search"
            aria-label={inbox.search}
            placeholder={inbox.search}
            value={filter.text}
            onChange={({ target }) => change({ text: target.value })}
            className="pl-8"
          />
        </div>
        <Popover.Root>
          <Popover.Trigger className={buttonClass(count > 0 ? 'primary' : 'outline')}>
            <Icon name="filter" />
            {inbox.filter}
            {count > 0 ? <span className="tabular-nums">{count}</span> : null}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner align="end" sideOffset={6} className="z-50">
              <Popover.Popup
                aria-label={inbox.filter}
                className="grid w-72 gap-2.5 rounded-lg border border-line bg-raised p-3 shadow-float outline-none"
              >
                <FacetChoices filter={filter} approvals={approvals} onChange={change} />
                {isFiltered(filter) ? (
                  <Button size="small" look="quiet" onClick={() => change(withoutChoices(filter))}>
                    {inbox.clearFilter}
                  </Button>
                ) : null}
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </div>
    </div>
  );
}
