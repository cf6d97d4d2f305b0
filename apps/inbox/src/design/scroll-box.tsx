import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

/** A box that scrolls, with a name, and reachable by keyboard: what is in it can then be read to its end. */
export function ScrollBox({
  label,
  boxRef,
  className,
  children,
}: {
  readonly label: string;
  readonly boxRef?: Ref<HTMLDivElement>;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      ref={boxRef ?? null}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable.
      tabIndex={0}
      className={classNames('max-h-[60vh] overflow-auto', className)}
    >
      {children}
    </div>
  );
}
