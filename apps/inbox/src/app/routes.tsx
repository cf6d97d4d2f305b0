import type { ComponentType } from 'react';
import type { IconName } from '../design/icon.tsx';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import type { Texts } from '../texts/texts.ts';

export type PageRoute = {
  readonly path: string;
  readonly page: ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
  /** Where it stands in the navigation; pages without one are reached from others. */
  readonly nav?: { readonly icon: IconName; readonly text: (texts: Texts) => string };
};

/** Every page there is. The inbox comes with the first load; any other is `lazy`, so that it does not. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', page: () => <InboxPage />, nav: { icon: 'inbox', text: ({ shell }) => shell.inbox } },
  { path: '/a/:approval_id', page: ({ params }) => <InboxPage approvalId={params.approval_id ?? null} /> },
];
