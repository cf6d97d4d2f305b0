import type { Route } from '../http/route.ts';
import { accountRoutes } from './account.ts';
import { administrationRoutes } from './administration.ts';
import { approvalRoutes } from './approvals.ts';
import { grantRoutes } from './grants.ts';
import { healthRoutes } from './health.ts';
import { runnerRoutes } from './runners.ts';
import { sessionRoutes } from './sessions.ts';
import { streamRoutes } from './stream.ts';
import { toolCallRoutes } from './tool-calls.ts';
import { toolRoutes } from './tools.ts';

/** Every route there is; each names its endpoint, and the endpoint names who may call it. */
export const routes: readonly Route[] = [
  ...toolRoutes,
  ...runnerRoutes,
  ...approvalRoutes,
  ...toolCallRoutes,
  ...sessionRoutes,
  ...grantRoutes,
  ...streamRoutes,
  ...accountRoutes,
  ...administrationRoutes,
  ...healthRoutes,
];
