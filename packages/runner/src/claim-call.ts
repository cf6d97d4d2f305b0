import { isPassing, UnreachableError } from '@countersign/client';
import { type ClaimResponse, CountersignError, type ExecutionOrder } from '@countersign/contract';
import { backoffMs } from './backoff.ts';
import { limits } from './limits.ts';
import { failedReport } from './make-report.ts';
import { isRevoked } from './report-sender.ts';
import type { CallPorts } from './run-call.ts';

/**
 * L6: takes the call. Null where it is not this runner's: somebody was faster, or it is over. An answer that is lost leaves
 * open whether the claim was made: it is asked for again, and if it is taken by then, whoever has it is told that
 * nothing was run here. The server takes that word only where the claim is this runner's.
 */
export async function claimCall(
  ports: CallPorts,
  order: ExecutionOrder,
  signal: AbortSignal,
  onTaken: (error: unknown) => void,
): Promise<ClaimResponse | null> {
  const { client, projectId, timing, redactor } = ports;
  let isUncertain = false;
  for (let failures = 0; ; failures += 1) {
    try {
      return await client.runner.claim(projectId, order.tool_id);
    } catch (error) {
      if (isRevoked(error)) throw error;
      const mayTryAgain = isPassing(error) && failures < limits.claimRetriesMax && !signal.aborted;
      if (!mayTryAgain) {
        if (isUncertain && error instanceof CountersignError && error.code === 'already_claimed') {
          const words = 'The answer to the claim was lost, and nothing was run. Ask for the call again.';
          const report = failedReport(redactor, 'tool_exec', words, 0);
          await client.runner.result(projectId, order.tool_id, report).catch(() => {});
        }
        onTaken(error);
        return null;
      }
      isUncertain ||= !(error instanceof UnreachableError && error.isUnsent);
      await timing.sleep(backoffMs(failures, timing), signal).catch(() => {});
    }
  }
}
