import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { NotReady } from './not-ready.tsx';

/** What was asked for, or why it is not there. What is shown already stays where asking again fails. */
export function Answer<Data>({
  of: query,
  children,
}: {
  readonly of: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
}) {
  return query.data === undefined ? <NotReady query={query} /> : children(query.data);
}

/** A refusal in the server's words, within something that goes on. */
export function Refusal({ error }: { readonly error: Error }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-high-wash px-3 py-2 text-high">
      <Icon name="warning" className="mt-1 size-4" />
      <span className="min-w-0">{error.message}</span>
    </p>
  );
}
