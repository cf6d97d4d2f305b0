import { type AgentId, CountersignError, type JsonObject } from '@countersign/contract';
import { accessToolOf, agentCaller } from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';
import type { ServerContext } from '../server-context.ts';

export const accessRoutes = [
  route('explainAccess', async ({ plane }, { body }) => {
    const claims = body.claims ? (body.claims as JsonObject) : await claimsOfAgent(plane, body.agent_id);
    const tools = plane.tools
      .list()
      .map(({ definition }) => accessToolOf(definition))
      .filter(({ name }) => body.tool_id === undefined || name === body.tool_id);
    if (body.tool_id !== undefined && tools.length === 0) {
      throw new CountersignError('not_found', 'There is no such tool. GET /api/tools lists those there are.');
    }
    return ok(plane.access.explain(claims, tools));
  }),
];

async function claimsOfAgent({ store }: ServerContext['plane'], agentId: string | undefined): Promise<JsonObject> {
  if (agentId === undefined) return {};
  const agent = await store.findAgent(agentId as AgentId);
  if (!agent) throw new CountersignError('not_found', 'There is no such agent.');
  // What the token of an issuer claims is known only while the agent is there with it.
  return agentCaller(agent, '').claims;
}
