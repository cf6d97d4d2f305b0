import type { ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { classNames } from './class-names.ts';

/** A page that scrolls as a whole, with a heading and what can be done on it. */
export function Page({
  title,
  back,
  text,
  actions,
  tabs,
  children,
}: {
  readonly title: string;
  /** The way to the list that this is one of. */
  readonly back?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    // What is only for screen readers is placed by this box, not far below the window, which would then scroll.
    <div className="relative h-full overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-5 px-4 py-6 md:px-8">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            {back}
            <h1 className="exact font-sans text-title font-semibold tracking-tight">{title}</h1>
            {text ? <p className="mt-1 max-w-2xl text-soft">{text}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
        {tabs}
        {children}
      </div>
    </div>
  );
}

/** A sheet of paper on the page. */
export function Panel({
  title,
  text,
  actions,
  isFlush = false,
  children,
}: {
  readonly title?: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** True for what has its own distance to the edge, such as a table. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-sheet">
      {title ? (
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="font-semibold">{title}</h2>
            {text ? <p className="text-small text-soft">{text}</p> : null}
          </div>
          {actions}
        </header>
      ) : null}
      <div className={isFlush ? '' : 'px-4 py-4'}>{children}</div>
    </section>
  );
}

export type Column = { readonly title: string; readonly isNumber?: boolean; readonly isHidden?: boolean };

/** Rows of facts. On a phone each row is a small sheet, its cells under the names of their columns. */
export function Table({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}) {
  return (
    <table className="w-full border-collapse text-left" aria-label={label}>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          {columns.map(({ title, isNumber, isHidden }) => (
            <th key={title} scope="col" className={classNames('caption px-4 py-2', isNumber && 'text-right')}>
              {isHidden ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr className="border-b border-line last:border-0 max-md:block max-md:px-4 max-md:py-3">{children}</tr>;
}

/** `name` is that of its column, for phones; without one the cell needs no name. */
export function Cell({
  name,
  isNumber = false,
  className,
  children,
}: {
  readonly name?: string;
  readonly isNumber?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <td
      className={classNames(
        'px-4 py-2.5 align-top max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-0.5',
        isNumber && 'text-right tabular-nums',
        className,
      )}
    >
      {name ? (
        <span aria-hidden="true" className="shrink-0 text-small text-soft md:hidden">
          {name}
        </span>
      ) : null}
      <span className="min-w-0">{children}</span>
    </td>
  );
}

/** Views of one page, each with an address of its own. */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly count?: number }[];
  readonly current: string;
}) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ href, text, count }) => (
        <Link
          key={href}
          ref={href === current ? intoView : undefined}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          className={classNames(
            '-mb-px inline-flex min-h-10 shrink-0 items-center gap-2 border-b-2 px-3',
            href === current
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-soft hover:border-edge hover:text-ink',
          )}
        >
          {text}
          {count === undefined ? null : <span className="text-small text-soft">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Tabs that do not fit are scrolled to; the one that is shown should not be among those out of sight. */
function intoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A state in a word, never by colour alone. */
export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  const tones = {
    plain: 'border-line text-soft',
    accent: 'border-transparent bg-accent-wash text-accent',
    good: 'border-transparent bg-low-wash text-low',
    warn: 'border-transparent bg-medium-wash text-medium',
    bad: 'border-transparent bg-high-wash text-high',
  } as const;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm border px-1.5 text-small font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

export function Loading({ text }: { readonly text: string }) {
  return (
    <p role="status" className="px-4 py-6 text-soft">
      {text}
    </p>
  );
}
