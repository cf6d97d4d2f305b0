import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const inputClass =
  'w-full rounded-md border border-edge bg-sheet px-2.5 py-1.5 text-base text-ink aria-invalid:border-high';

/** A label, what is typed, a hint below it, and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (wiring: {
    readonly id: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error !== undefined })}
      <p id={`${id}-hint`} className={classNames('text-small', error ? 'text-high' : 'text-soft')}>
        {error ?? hint}
      </p>
    </div>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea spellCheck={false} {...rest} className={classNames(inputClass, 'resize-y', className)} />;
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...rest} className={classNames(inputClass, className)} />;
}
