import { useEffect, useRef } from 'react';
import { usePreferences } from './preferences.ts';

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Single keys that do something while nothing is being typed and no dialog is open. They only ever move the focus or
 * open something: no single key decides anything.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { hasShortcuts } = usePreferences();
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!hasShortcuts) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isTaken(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasShortcuts]);
}

/** How long a second key may take. */
const sequenceMs = 1_500;

/**
 * Keys after a first one, such as `g` and then `i`. The second key is taken before anyone else sees it, whatever it
 * means alone.
 */
export function useKeySequence(first: string, seconds: Readonly<Record<string, () => void>>): void {
  const latest = useRef(seconds);
  latest.current = seconds;
  const giveUp = useRef<() => void>(() => {});
  useEffect(() => () => giveUp.current(), []);
  useShortcuts({
    [first]: () => {
      giveUp.current();
      const onKey = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
        giveUp.current();
        const act = latest.current[event.key];
        if (!act || isTaken(event.target)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        act();
      };
      const timer = setTimeout(() => giveUp.current(), sequenceMs);
      giveUp.current = () => {
        clearTimeout(timer);
        document.removeEventListener('keydown', onKey, true);
      };
      document.addEventListener('keydown', onKey, true);
    },
  });
}

/** Whoever types, or is inside a dialog or menu, means the keys for that. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open], [role="menu"][data-open]'))
    return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"]):not([type="radio"])'))
  );
}
