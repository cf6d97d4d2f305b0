import { type ProjectId, settledStatuses, type ToolCallId, type ToolCallView } from '@countersign/contract';
import { clientLimits } from './client-limits.ts';
import type { Connection } from './create-caller.ts';
import type { Call } from './endpoint-types.ts';
import { backoffMs } from './timing.ts';
import { isPassing } from './with-retries.ts';

export type WaitOptions = {
  readonly signal?: AbortSignal | undefined;
  /** How long a server that does not answer is put up with. The wait itself ends with the call or the signal. */
  readonly outageMsMax?: number | undefined;
};

/** L2: the waiter is a viewer. It asks in bounded polls, and comes back after the server or the network was away. */
export async function waitUntilSettled(
  call: Call,
  { timing }: Connection,
  projectId: ProjectId | string,
  toolId: ToolCallId | string,
  { signal, outageMsMax = clientLimits.outageMsMax }: WaitOptions = {},
): Promise<ToolCallView> {
  const input = { params: { project_id: projectId, tool_id: toolId }, query: { wait_ms: clientLimits.pollMsMax } };
  let answeredAt = timing.now();
  let failures = 0;
  for (;;) {
    const askedAt = timing.now();
    try {
      const view = await call('getToolCall', input, { signal });
      if (settledStatuses.has(view.status)) return view;
      answeredAt = timing.now();
      failures = 0;
      // A server that does not hold the request must not be asked in a tight loop.
      if (answeredAt - askedAt < clientLimits.pollPauseMs) await timing.sleep(clientLimits.pollPauseMs, signal);
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || timing.now() - answeredAt > outageMsMax) throw error;
      const { reconnectDelayMsFirst, reconnectDelayMsMax } = clientLimits;
      await timing.sleep(backoffMs(failures, reconnectDelayMsFirst, reconnectDelayMsMax, timing.random), signal);
      failures += 1;
    }
  }
}
