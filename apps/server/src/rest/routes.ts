import type { Route } from '../http/route.ts';
import { accessRoutes } from './access.ts';
import { accountRoutes } from './account.ts';
import { administrationRoutes } from './administration.ts';
import { approvalRoutes } from './approvals.ts';
import { chatRoutes } from './chat.ts';
import { eventRoutes } from './events.ts';
import { figureRoutes } from './figures.ts';
import { fileRoutes } from './files.ts';
import { grantRoutes } from './grants.ts';
import { healthRoutes } from './health.ts';
import { logRoutes } from './log.ts';
import { policyRoutes } from './policy.ts';
import { runnerRoutes } from './runners.ts';
import { runRoutes } from './runs.ts';
import { secretRoutes } from './secrets.ts';
import { sessionRoutes } from './sessions.ts';
import { sourceRoutes } from './sources.ts';
import { streamRoutes } from './stream.ts';
import { toolCallRoutes } from './tool-calls.ts';
import { toolRoutes } from './tools.ts';
import { upstreamToolRoutes } from './upstream-tools.ts';

/** Every route there is; each names its endpoint, and the endpoint names who may call it. */
export const routes: readonly Route[] = [
  ...toolRoutes,
  ...runnerRoutes,
  ...approvalRoutes,
  ...toolCallRoutes,
  ...sessionRoutes,
  ...grantRoutes,
  ...policyRoutes,
  ...chatRoutes,
  ...runRoutes,
  ...eventRoutes,
  ...logRoutes,
  ...figureRoutes,
  ...streamRoutes,
  ...accountRoutes,
  ...administrationRoutes,
  ...sourceRoutes,
  ...upstreamToolRoutes,
  ...secretRoutes,
  ...accessRoutes,
  ...fileRoutes,
  ...healthRoutes,
];
