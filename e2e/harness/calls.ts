import type { ApprovalView, ExecuteRequest, ExecuteResponse } from '@countersign/contract';
import type { Stage } from './stage.ts';

/** A call of MEDIUM risk, the usual example. */
export const npmTest = {
  tool_name: 'execute_command',
  tool_params: { command: 'npm', args: ['test'], timeout: 30 },
} as const;

/** A call that writes a file, which a person is asked about. */
export const writeNote = { tool_name: 'write_file', tool_params: { path: 'note.txt', content: 'hello' } } as const;

/** A call of LOW risk, which nobody is asked about. */
export const readReadme = { tool_name: 'read_file', tool_params: { path: 'README.md' } } as const;

/** The agent asks for a call that waits for a human. */
export async function askFor(
  stage: Stage,
  request: Partial<ExecuteRequest> = {},
): Promise<{ readonly call: ExecuteResponse; readonly approval: ApprovalView }> {
  const call = await stage.agent.executeTool(stage.projectId, { ...npmTest, ...request } as ExecuteRequest);
  if (call.approval_id === null) throw new Error(`nobody was asked: ${JSON.stringify(call)}`);
  return { call, approval: await stage.owner.approvals.get(stage.projectId, call.approval_id) };
}

/** A call that was approved and waits for a runner. */
export async function approvedCall(stage: Stage, request: Partial<ExecuteRequest> = {}): Promise<string> {
  const { call, approval } = await askFor(stage, request);
  await stage.owner.approvals.approve(approval);
  return call.tool_id;
}

export async function newSession(stage: Stage, machine?: string): Promise<string> {
  const session = await stage.agent.sessions.create(stage.projectId, machine === undefined ? {} : { machine });
  return session.session_id;
}
