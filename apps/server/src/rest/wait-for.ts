import { CountersignError, type ProjectId, settledStatuses, type ToolCallId } from '@countersign/contract';
import type { CallWaiter } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { onHangUp } from './on-hang-up.ts';

type Waited = { readonly projectId: ProjectId; readonly callId: ToolCallId; readonly waitMs: number };

export function isSettled(call: ToolCall): boolean {
  return settledStatuses.has(call.state.status);
}

/** The call as it is when it is settled, the time is up or the client is gone. */
export async function waitWith(
  { plane }: Pick<ServerContext, 'plane'>,
  waiter: CallWaiter,
  { projectId, callId, waitMs }: Waited,
  request: FastifyRequest,
): Promise<ToolCall> {
  const stopCaring = onHangUp(request, () => waiter.detach());
  try {
    return (await waiter.settled(waitMs)) ?? found(await plane.store.findCall(projectId, callId));
  } finally {
    stopCaring();
  }
}

/** The same for a call that is there already: it is watched first and read then, so that nothing falls between. */
export async function waitFor(
  context: Pick<ServerContext, 'plane' | 'waiters'>,
  waited: Waited,
  request: FastifyRequest,
): Promise<ToolCall> {
  const waiter = context.waiters.attach(waited.callId);
  try {
    const isDone = isSettled(found(await context.plane.store.findCall(waited.projectId, waited.callId)));
    return await waitWith(context, waiter, isDone ? { ...waited, waitMs: 0 } : waited, request);
  } finally {
    waiter.detach();
  }
}

function found(call: ToolCall | null): ToolCall {
  if (call) return call;
  throw new CountersignError('not_found', 'There is no such call here.');
}
