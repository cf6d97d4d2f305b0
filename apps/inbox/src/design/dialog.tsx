import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Opens over the page, takes the focus to its own top, and gives it back. A click beside it closes nothing. */
export function Dialog({
  title,
  onClose,
  isWide = false,
  footer,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  const { design } = useTexts();
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[#0b0c10]/55" />
        <Base.Popup
          className={classNames(
            'fixed z-50 flex flex-col bg-sheet shadow-float outline-none max-sm:inset-0 sm:top-1/2 sm:left-1/2 sm:max-h-[88vh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-line',
            isWide ? 'sm:w-[min(60rem,94vw)]' : 'sm:w-[min(36rem,94vw)]',
          )}
        >
          <header className="flex items-center gap-3 border-b border-line px-4 py-2.5">
            <Base.Title className="flex-1 text-large font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={design.close}
              className="inline-flex size-9 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink"
            >
              <Icon name="cross" />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-4 py-4">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap items-center gap-2 border-t border-line bg-paper px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:rounded-b-lg">
              {footer}
            </footer>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
