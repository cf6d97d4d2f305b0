import { Pool } from 'undici';
import { readApprovalRequests } from './read-approval-requests.ts';
import type { ServerAccess } from './start-server-process.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

export type ApprovalClient = {
  /** One whole loop: the agent's request is held open, the user approves what the stream tells, the request is answered. */
  approve(): Promise<void>;
  close(): Promise<void>;
};

const WAIT_MS = 60_000;
const CONNECTIONS_MAX = 256;

/** An agent and a user in one process: one SSE stream of the user, and REST over kept connections. */
export async function openApprovalClient(access: ServerAccess): Promise<ApprovalClient> {
  const { address, projectId, userSecret, agentSecret } = access;
  const pool = new Pool(address, { connections: CONNECTIONS_MAX, pipelining: 1 });
  const base = `/my/projects/${projectId}`;
  const asUser = headersOf(userSecret);
  const asAgent = headersOf(agentSecret);
  const executeBody = JSON.stringify({ tool_name: TOOL_NAME, tool_params: TOOL_PARAMS, wait_ms: WAIT_MS });
  const decisions = new Map<string, Promise<void>>();
  let streamFailure: Error | undefined;

  const decide = async (approvalId: string) => {
    const path = `${base}/approvals/${approvalId}/approve`;
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers: asUser, body: '{}' });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the approval was answered ${statusCode}: ${text}`);
  };
  const stream = await pool.request({
    method: 'GET',
    path: `${base}/chat/stream`,
    headers: asUser,
    bodyTimeout: 0,
    responseHeaders: 'raw',
  });
  if (stream.statusCode !== 200) throw new Error(`the event stream was answered ${stream.statusCode}`);
  stream.body.on('error', (error) => {
    streamFailure = error;
  });
  readApprovalRequests(stream.body, ({ approval_id, tool_id }) => {
    const decision = decide(approval_id);
    decision.catch(() => {}); // Told by `approve`, which waits for it.
    decisions.set(tool_id, decision);
  });

  return {
    async approve() {
      if (streamFailure) throw streamFailure;
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `${base}/tools/execute`,
        headers: asAgent,
        body: executeBody,
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`the call was answered ${statusCode}: ${text}`);
      const call = JSON.parse(text) as { tool_id: string; status: string };
      if (call.status !== 'completed') throw new Error(`the call is ${call.status}`);
      const decision = decisions.get(call.tool_id);
      if (!decision) throw new Error('the call ran without having been approved');
      decisions.delete(call.tool_id);
      await decision;
    },
    async close() {
      await pool.destroy();
    },
  };
}

function headersOf(secret: string) {
  return { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
}
