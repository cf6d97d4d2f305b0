import { Popover } from '@base-ui/react/popover';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { setPreferences, usePreferences } from '../../app/preferences.ts';
import { Link, withSearch } from '../../app/router.tsx';
import { Button } from '../../design/button.tsx';
import { Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { type InboxFilter, searchOf } from './inbox-filter.ts';

const savedViewsMax = 20;
const viewNameLengthMax = 60;

/** Filters with a name. They are kept in this browser; the address alone is enough to share one. */
export function SavedViews({ filter }: { readonly filter: InboxFilter }) {
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
                  aria-label={inbox.removeView(makeVisible(view.name))}
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
                maxLength={viewNameLengthMax}
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
