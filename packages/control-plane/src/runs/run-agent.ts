import type { Run } from '@countersign/agent';
import type { TokenId } from '@countersign/contract';
import { agentCaller } from '../access/agent-caller.ts';
import type { AgentRecord } from '../ports/records.ts';
import type { Agent } from '../principal.ts';

/**
 * U3, W2: the agent of a run as whoever calls tools: on behalf of the user who asked for the run, in its session. There is no
 * token behind it; what services are told is told apart by session.
 */
export function runAgent(record: AgentRecord, run: Pick<Run, 'sessionId' | 'userId'>): Agent {
  const { id, name, projectId } = record;
  const ownerId = run.userId;
  return {
    kind: 'agent',
    id,
    name,
    projectId,
    ownerId,
    defaultSessionId: run.sessionId,
    tokenId: run.sessionId as string as TokenId,
    caller: agentCaller({ id, name, projectId, ownerId }, run.sessionId),
  };
}
