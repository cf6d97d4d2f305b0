import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Something more, for whoever wants to see it. */
export function Disclosure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-sm text-small text-accent select-none hover:underline">
        <Icon name="chevron" className="size-3.5 -rotate-90 transition-transform group-open:rotate-0" />
        {title}
      </summary>
      {children}
    </details>
  );
}
