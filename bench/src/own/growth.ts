/**
 * Goal 11: the four operations through the use cases, as the handlers of the server call them, on a database that was
 * filled before. All calls are of one session, which is the worst place for them. What an operation adds is finished
 * or made outside the time that counts, so that the number of pending calls stays what it was.
 */
import type { ApprovalId, ToolCallId } from '@countersign/contract';
import {
  approvalView,
  claimCall,
  type DecisionInput,
  decideApproval,
  settleCall,
  submitCall,
  toolCallView,
} from '@countersign/control-plane';
import type { StartJob } from '../job.ts';
import { composeServer, SQLITE_DURABILITY } from './compose-server.ts';
import { createWorkspace } from './create-workspace.ts';
import { fillCalls } from './fill-calls.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

const PAGE = 50;
const RECENT = 50;

const approving: DecisionInput = {
  verb: 'approve',
  feedback: null,
  modifiedArguments: null,
  digest: null,
  scope: 'call',
  expiresInSeconds: null,
};
const completed = {
  status: 'completed',
  result: { ok: true },
  error: null,
  errorType: null,
  executionTimeMs: 1,
  fence: null,
} as const;

export const startJob: StartJob = async ({ directory, settings, progress }) => {
  // Not in the server, so that nothing runs the approved calls while something else is measured.
  const server = await composeServer({ directory, tools: 1, target: 'runner', isPatient: true });
  const { plane } = server;
  const { project, user, createAgent, createRunner } = await createWorkspace(plane);
  const { principal: agent } = await createAgent('bench');
  const { principal: runner } = await createRunner('bench');
  const projectId = project.id;

  const submit = async () => {
    const call = await submitCall(plane, agent, {
      toolName: TOOL_NAME,
      params: TOOL_PARAMS,
      sessionId: null,
      note: null,
      idempotencyKey: null,
    });
    if (call.state.status !== 'awaiting_approval') throw new Error(`a submitted call is ${call.state.status}`);
    return { callId: call.id, approvalId: call.state.approvalId };
  };
  const decide = async ({ callId, approvalId }: { callId: ToolCallId; approvalId: ApprovalId }) => {
    const { call } = await decideApproval(plane, user.principal, { projectId, approvalId }, approving);
    if (call.state.status !== 'approved') throw new Error(`an approved call is ${call.state.status}`);
    return callId;
  };
  const run = async (callId: ToolCallId) => {
    await claimCall(plane, runner, callId);
    await settleCall(plane, runner, callId, completed);
  };

  const pending = await submit();
  const finished = await submit();
  await run(await decide(finished));
  const fill = { store: plane.store, projectId, progress };
  await fillCalls({ ...fill, callId: finished.callId, count: settings.finished ?? 0 });
  await fillCalls({ ...fill, callId: pending.callId, count: settings.pending ?? 0 });

  const { items: recent } = await plane.store.listCalls({ projectId }, { limit: RECENT, cursor: null });
  let submitted: Awaited<ReturnType<typeof submit>> | null = null;
  let waiting: Awaited<ReturnType<typeof submit>> | null = null;
  let approved: ToolCallId | null = null;
  return {
    operations: {
      submit: {
        async prepare() {
          if (submitted) await run(await decide(submitted));
        },
        async run() {
          submitted = await submit();
        },
      },
      decide: {
        async prepare() {
          if (approved) await run(approved);
          waiting = await submit();
        },
        async run() {
          approved = await decide(waiting!);
        },
      },
      async getRecent(index) {
        const call = await plane.store.findCall(projectId, recent[index % RECENT]!.id);
        return toolCallView(call!);
      },
      async listPending() {
        const filter = { projectId, status: 'pending' } as const;
        const page = await plane.store.listApprovals(filter, { limit: PAGE, cursor: null });
        if (page.items.length !== PAGE)
          throw new Error(`${page.items.length} of ${PAGE} pending approvals were listed`);
        return page.items.map((item) => approvalView(plane, item, []));
      },
    },
    answers: { durability: () => SQLITE_DURABILITY },
    stop: () => server.close(),
  };
};
