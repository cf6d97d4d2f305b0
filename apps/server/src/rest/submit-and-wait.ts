import { newId, type ToolCallId } from '@countersign/contract';
import { type Agent, type SubmitInput, submitCall } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../server-context.ts';
import { incomingTraceparent } from '../telemetry/traceparent.ts';
import { isSettled, waitFor, waitWith } from './wait-for.ts';

/** L8: asks for a call and waits for it, if only for a while. */
export function submitAndWait(
  context: Pick<ServerContext, 'plane' | 'waiters' | 'worker'>,
  agent: Agent,
  input: Omit<SubmitInput, 'callId'>,
  waitMs: number,
  raw: FastifyRequest,
): Promise<ToolCall> {
  const { plane, waiters, worker } = context;
  const { projectId } = agent;
  const callId = newId<ToolCallId>(plane.clock.now());
  // Watched before it exists, so that no answer can come too early to be seen.
  const waiter = waitMs > 0 ? waiters.attach(callId) : null;
  // Chained, not awaited: while it waits, a request holds the id of its call and nothing else of it.
  const traceparent = incomingTraceparent(raw.headers);
  return submitCall(plane, agent, { callId, traceparent, ...input }, worker)
    .then((call) => {
      if (waiter === null || isSettled(call)) return call;
      // A retry with the same key joined an earlier call: that one is watched instead.
      return call.id === callId
        ? waitWith(context, waiter, { projectId, callId, waitMs }, raw)
        : waitFor(context, { projectId, callId: call.id, waitMs }, raw);
    })
    .finally(() => waiter?.detach());
}
