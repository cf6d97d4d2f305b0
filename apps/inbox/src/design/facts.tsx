import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Facts about one thing, each under its name. */
export function Facts({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <dl className={classNames('grid content-start gap-x-6 gap-y-3', className)}>{children}</dl>;
}

export function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="caption">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
