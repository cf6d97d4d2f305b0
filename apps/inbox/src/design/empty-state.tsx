import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-6 py-14 text-center">
      <span className="flex size-12 items-center justify-center rounded-full border border-line bg-sheet text-soft">
        <Icon name={icon} className="size-6" />
      </span>
      <h1 className="text-large font-semibold">{title}</h1>
      {text ? <p className="text-soft">{text}</p> : null}
      {children}
    </div>
  );
}
