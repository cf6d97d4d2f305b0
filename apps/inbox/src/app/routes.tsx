import { type ComponentType, lazy } from 'react';
import type { IconName } from '../design/icon.tsx';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import type { Texts } from '../texts/texts.ts';

export type PageName = keyof Texts['shell']['pages'];
export type PageGroup = keyof Texts['shell']['groups'];
type PageParams = { readonly params: Readonly<Record<string, string>> };

export type PageRoute = {
  readonly path: string;
  readonly page: ComponentType<PageParams>;
  /** Which page of the navigation it belongs to. */
  readonly name: PageName;
  /** Where it stands in the navigation, and the letter that leads there after `g`; others are reached from a page. */
  readonly nav?: { readonly icon: IconName; readonly group: PageGroup; readonly letter: string };
};

const SessionsPage = lazy(() =>
  import('../features/sessions/sessions-page.tsx').then(({ SessionsPage: page }) => ({ default: page })),
);
const SessionPage = lazy(() =>
  import('../features/sessions/session-page.tsx').then(({ SessionPage: page }) => ({ default: page })),
);
const RulesPage = lazy(() =>
  import('../features/rules/rules-page.tsx').then(({ RulesPage: page }) => ({ default: page })),
);
const FiguresPage = lazy(() =>
  import('../features/figures/figures-page.tsx').then(({ FiguresPage: page }) => ({ default: page })),
);
const ToolsPage = lazy(() =>
  import('../features/tools/tools-page.tsx').then(({ ToolsPage: page }) => ({ default: page })),
);
const RunnersPage = lazy(() =>
  import('../features/runners/runners-page.tsx').then(({ RunnersPage: page }) => ({ default: page })),
);
const PeoplePage = lazy(() =>
  import('../features/people/people-page.tsx').then(({ PeoplePage: page }) => ({ default: page })),
);
const AuditPage = lazy(() =>
  import('../features/audit/audit-page.tsx').then(({ AuditPage: page }) => ({ default: page })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/settings-page.tsx').then(({ SettingsPage: page }) => ({ default: page })),
);
const HealthPage = lazy(() =>
  import('../features/health/health-page.tsx').then(({ HealthPage: page }) => ({ default: page })),
);

/** Every page there is. The inbox comes with the first load; any other is `lazy`, so that it does not. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', page: () => <InboxPage />, name: 'inbox', nav: { icon: 'inbox', group: 'work', letter: 'i' } },
  {
    path: '/a/:approval_id',
    page: ({ params }) => <InboxPage approvalId={params.approval_id ?? null} />,
    name: 'inbox',
  },
  { path: '/sessions', page: SessionsPage, name: 'sessions', nav: { icon: 'sessions', group: 'work', letter: 's' } },
  { path: '/sessions/:session_id', page: SessionPage, name: 'sessions' },
  { path: '/rules', page: RulesPage, name: 'rules', nav: { icon: 'rules', group: 'rules', letter: 'r' } },
  { path: '/rules/:view', page: RulesPage, name: 'rules' },
  { path: '/figures', page: FiguresPage, name: 'figures', nav: { icon: 'figures', group: 'rules', letter: 'f' } },
  { path: '/tools', page: ToolsPage, name: 'tools', nav: { icon: 'tools', group: 'set_up', letter: 't' } },
  { path: '/tools/:view', page: ToolsPage, name: 'tools' },
  { path: '/tools/:view/:name', page: ToolsPage, name: 'tools' },
  { path: '/runners', page: RunnersPage, name: 'runners', nav: { icon: 'machine', group: 'set_up', letter: 'm' } },
  { path: '/people', page: PeoplePage, name: 'people', nav: { icon: 'people', group: 'set_up', letter: 'p' } },
  { path: '/people/:view', page: PeoplePage, name: 'people' },
  { path: '/audit', page: AuditPage, name: 'audit', nav: { icon: 'audit', group: 'server', letter: 'a' } },
  { path: '/settings', page: SettingsPage, name: 'settings', nav: { icon: 'gear', group: 'server', letter: 'e' } },
  { path: '/health', page: HealthPage, name: 'health', nav: { icon: 'health', group: 'server', letter: 'h' } },
];
