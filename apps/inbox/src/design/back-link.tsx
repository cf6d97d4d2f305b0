import type { ReactNode } from 'react';
import { Link } from '../app/router.tsx';
import { Icon } from './icon.tsx';

/** From one thing back to the list it is in. */
export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link
      href={href}
      className="mb-1 -ml-1 inline-flex min-h-6 items-center gap-1 rounded-md pr-2 text-soft hover:text-ink"
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
