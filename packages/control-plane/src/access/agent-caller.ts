import type { CallCaller } from '@countersign/tool-call';
import type { AgentRecord } from '../ports/records.ts';

/** Who vouches for agents that came with a token of ours. */
export const ownIssuer = 'countersign';

/** U3, U10: on whose behalf an agent with a token of ours calls, and what is known of it. Our tokens never leave. */
export function agentCaller(
  { id, name, ownerId, projectId }: Pick<AgentRecord, 'id' | 'name' | 'ownerId' | 'projectId'>,
  tokenId: string,
): CallCaller {
  return {
    issuer: ownIssuer,
    subject: ownerId,
    actor: id,
    sessionKey: tokenId,
    token: null,
    tokenExpiresAt: null,
    claims: { iss: ownIssuer, sub: ownerId, agent: id, agent_name: name, project: projectId, kind: 'agent' },
  };
}
