import { type ComponentType, lazy } from 'react';
import { InboxPage } from '../features/inbox/inbox-page.tsx';

type PageParams = { readonly params: Readonly<Record<string, string>> };

export type PageRoute = {
  readonly path: string;
  readonly page: ComponentType<PageParams>;
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
  { path: '/', page: () => <InboxPage /> },
  {
    path: '/a/:approval_id',
    page: ({ params }) => <InboxPage approvalId={params.approval_id ?? null} />,
  },
  { path: '/sessions', page: SessionsPage },
  { path: '/sessions/:session_id', page: SessionPage },
  { path: '/rules', page: RulesPage },
  { path: '/rules/:view', page: RulesPage },
  { path: '/figures', page: FiguresPage },
  { path: '/tools', page: ToolsPage },
  { path: '/tools/:view', page: ToolsPage },
  { path: '/tools/:view/:name', page: ToolsPage },
  { path: '/runners', page: RunnersPage },
  { path: '/people', page: PeoplePage },
  { path: '/people/:view', page: PeoplePage },
  { path: '/audit', page: AuditPage },
  { path: '/settings', page: SettingsPage },
  { path: '/health', page: HealthPage },
];
