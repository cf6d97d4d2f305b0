import type { ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { Icon } from './icon.tsx';

/** From one thing back to the list it is in. */
export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-8 items-center gap-1 justify-self-start rounded-md pr-2 text-soft hover:text-ink"
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
