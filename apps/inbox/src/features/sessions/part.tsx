import type { ReactNode } from 'react';

/** One thing that is known of a node, under its name. */
export function Part({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid min-w-0 gap-1">
      <div className="flex items-baseline gap-3">
        <h3 className="caption">{title}</h3>
        {aside ? <span className="text-small text-soft">{aside}</span> : null}
      </div>
      {children}
    </section>
  );
}
