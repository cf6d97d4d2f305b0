import { Popover } from '@base-ui/react/popover';
import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { type RefObject, useId, useMemo, useState } from 'react';
import { setPreferences, usePreferences } from '../../app/preferences.ts';
import { currentLocation, Link, navigate, withSearch } from '../../app/router.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Input, inputClass } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { type Facet, facets, type InboxFilter, isFiltered, searchOf, valuesOf } from './inbox-filter.ts';

const savedViewsMax = 20;

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
  const count = facets.filter((facet) => filter[facet] !== null).length;
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
                {facets.map((facet) => (
                  <FacetChoice
                    key={facet}
                    facet={facet}
                    value={filter[facet]}
                    approvals={approvals}
                    onChange={(value) => change({ [facet]: value })}
                  />
                ))}
                {isFiltered(filter) ? (
                  <Button
                    size="small"
                    look="quiet"
                    onClick={() =>
                      change({ risk: null, tool: null, agent: null, session: null, runner: null, text: '' })
                    }
                  >
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

function FacetChoice({
  facet,
  value,
  approvals,
  onChange,
}: {
  readonly facet: Facet;
  readonly value: string | null;
  readonly approvals: readonly ApprovalView[];
  readonly onChange: (value: string | null) => void;
}) {
  const { inbox, design } = useTexts();
  const id = useId();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const approval of approvals)
      for (const each of valuesOf(approval, facet)) found.set(each, (found.get(each) ?? 0) + 1);
    if (value !== null && !found.has(value)) found.set(value, 0);
    return [...found].sort(([a], [b]) => a.localeCompare(b));
  }, [approvals, facet, value]);
  const textOf = (each: string): string =>
    facet === 'risk'
      ? design.risk[each as keyof typeof design.risk]
      : facet === 'session'
        ? each.slice(-6)
        : makeVisible(each);
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-soft">
        {inbox.facet[facet]}
      </label>
      <select
        id={id}
        className={inputClass}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{inbox.any}</option>
        {counts.map(([each, count]) => (
          <option key={each} value={each}>
            {textOf(each)} ({count})
          </option>
        ))}
      </select>
    </div>
  );
}

/** Filters with a name. They are kept in this browser; the address alone is enough to share one. */
function SavedViews({ filter }: { readonly filter: InboxFilter }) {
  const { inbox } = useTexts();
  const { savedViews } = usePreferences();
  const [name, setName] = useState('');
  const search = searchOf(filter).toString();
  const save = (): void => {
    if (name.trim() === '') return;
    const others = savedViews.filter((view) => view.name !== name.trim());
    setPreferences({ savedViews: [...others, { name: name.trim(), search }].slice(-savedViewsMax) });
    setName('');
  };
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={inbox.savedViews}
        title={inbox.savedViews}
        className="inline-flex size-9 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink"
      >
        <Icon name="star" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="z-50">
          <Popover.Popup
            aria-label={inbox.savedViews}
            className="grid w-72 gap-2 rounded-lg border border-line bg-raised p-3 shadow-float outline-none"
          >
            {savedViews.length === 0 ? <p className="text-small text-soft">{inbox.noSavedViews}</p> : null}
            {savedViews.map((view) => (
              <div key={view.name} className="flex items-center gap-1">
                <Link
                  href={withSearch('/', new URLSearchParams(view.search))}
                  className="min-w-0 flex-1 truncate rounded-md px-2 py-1 hover:bg-accent-wash"
                >
                  {makeVisible(view.name)}
                </Link>
                <button
                  type="button"
                  aria-label={inbox.removeView(view.name)}
                  className="inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-wash"
                  onClick={() => setPreferences({ savedViews: savedViews.filter((other) => other.name !== view.name) })}
                >
                  <Icon name="cross" />
                </button>
              </div>
            ))}
            <form
              className="flex gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <Input
                aria-label={inbox.viewName}
                placeholder={inbox.viewName}
                maxLength={60}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <Button type="submit">{inbox.saveView}</Button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
