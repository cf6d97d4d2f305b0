import type { Experiment } from './experiment.ts';
import { agentTurns } from './goals/agent-turns.ts';
import { approvalLoop } from './goals/approval-loop.ts';
import { diskPerApproval } from './goals/disk-per-approval.ts';
import { eventStreams } from './goals/event-streams.ts';
import { editTool, findTool, grepTool, readTools } from './goals/file-tools.ts';
import { growth } from './goals/growth.ts';
import { inboxPage } from './goals/inbox-page.ts';
import { manyTools } from './goals/many-tools.ts';
import { pendingWaits } from './goals/pending-waits.ts';
import { spawnedTools } from './goals/spawned-tools.ts';
import { stateChangesPostgres, stateChangesSqlite } from './goals/state-changes.ts';
import { fastUpstreamCall, slowUpstreamCall } from './goals/upstream-calls.ts';

/** Everything `npm run bench` does, in this order. */
export const experiments: readonly Experiment[] = [
  approvalLoop,
  slowUpstreamCall,
  fastUpstreamCall,
  stateChangesSqlite,
  stateChangesPostgres,
  pendingWaits,
  eventStreams,
  growth,
  grepTool,
  findTool,
  readTools,
  editTool,
  diskPerApproval,
  manyTools,
  spawnedTools,
  agentTurns,
  inboxPage,
];
