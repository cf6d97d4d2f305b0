import { isPassing } from '@countersign/client';
import { limits } from './limits.ts';
import type { CallPorts, RunningCall } from './run-call.ts';

type Lease = { readonly fence: number; readonly leaseExpiresAt: string };

/**
 * L6: says again and again that the execution goes on, three times a lease. The answer may be that somebody wants it
 * stopped; and where the server has given the call up, it is stopped here too.
 */
export function keepLease(
  { client, projectId, timing, now }: CallPorts,
  running: Pick<RunningCall, 'stop' | 'call'>,
  { fence, leaseExpiresAt }: Lease,
): { end(): void } {
  let isOver = false;
  let callOff = (): void => {};
  const plan = (until: string): void => {
    if (isOver) return;
    const leaseMs = Date.parse(until) - now();
    const pauseMs = leaseMs / limits.leaseRenewalsPerLease;
    callOff = timing.after(
      Math.min(limits.leaseRenewalMsMax, Math.max(limits.leaseRenewalMsMin, pauseMs)),
      () => void renew(until),
    );
  };
  const renew = async (before: string): Promise<void> => {
    try {
      const answer = await client.runner.renew(projectId, running.call.toolId, fence);
      if (answer.cancel_requested_at !== null) running.stop('cancelled');
      plan(answer.lease_expires_at);
    } catch (error) {
      // A server that is away may come back before the lease is over, and takes a late report in any case.
      if (isPassing(error)) plan(before);
      else if (!isOver) running.stop('lease');
    }
  };
  plan(leaseExpiresAt);
  return {
    end() {
      isOver = true;
      callOff();
    },
  };
}
