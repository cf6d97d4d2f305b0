import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export function EmptyState({
  icon,
  title,
  text,
  level = 1,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string | undefined;
  /** 2 within a page that has a heading. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-6 py-14 text-center">
      <span className="flex size-12 items-center justify-center rounded-full border border-line bg-sheet text-soft">
        <Icon name={icon} className="size-6" />
      </span>
      <Heading className="text-large font-semibold">{title}</Heading>
      {text ? <p className="text-soft">{text}</p> : null}
      {children}
    </div>
  );
}
