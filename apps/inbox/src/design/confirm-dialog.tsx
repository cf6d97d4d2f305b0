import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before something is done that is not easily undone. It says what will happen; nothing in it has the focus. */
export function ConfirmDialog({
  title,
  confirm,
  look = 'danger',
  isBusy = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** The words on the button: the deed itself, not "OK". */
  readonly confirm: string;
  readonly look?: 'danger' | 'primary';
  readonly isBusy?: boolean;
  readonly error?: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { design } = useTexts();
  const footer = (
    <>
      <Button look={look} disabled={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {design.close}
      </Button>
    </>
  );
  return (
    <Dialog title={title} footer={footer} onClose={onClose}>
      <div className="grid gap-3">
        {children}
        {error ? (
          <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
            {error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
