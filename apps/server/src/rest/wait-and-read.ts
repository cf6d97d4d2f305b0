import { type ProjectId, settledStatuses } from '@countersign/contract';
import type { CallWaiter } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { onHangUp } from './on-hang-up.ts';

export function isSettled(call: ToolCall): boolean {
  return settledStatuses.has(call.state.status);
}

/** Waits for as long as the client is there. */
export async function waitFor(waiter: CallWaiter, waitMs: number, request: FastifyRequest): Promise<ToolCall | null> {
  const stopCaring = onHangUp(request, () => waiter.detach());
  try {
    return await waiter.settled(waitMs);
  } finally {
    stopCaring();
  }
}

/** A call that exists, as it is when it is settled or the time is up: attach, read, wait, read again. */
export async function waitAndRead(
  { plane, waiters }: Pick<ServerContext, 'plane' | 'waiters'>,
  projectId: ProjectId,
  seen: ToolCall,
  waitMs: number,
  request: FastifyRequest,
): Promise<ToolCall> {
  const waiter = waiters.attach(seen.id);
  try {
    const read = async (): Promise<ToolCall> => (await plane.store.findCall(projectId, seen.id)) ?? seen;
    const call = await read();
    if (isSettled(call) || waitMs === 0) return call;
    return (await waitFor(waiter, waitMs, request)) ?? (await read());
  } finally {
    waiter.detach();
  }
}
