import { CountersignError, type SignedOrder } from '@countersign/contract';
import { refuseOrder } from '@countersign/tool-call';
import { recordExecution } from './note-tool.ts';
import type { Persistent } from './persistent.ts';

/** Where a runner may die, in the order of its work. */
export const runnerDeaths = ['before_claim', 'claimed', 'executed', 'reported'] as const;
export type RunnerDeath = (typeof runnerDeaths)[number];

export type Job = {
  readonly projectId: string;
  readonly toolId: string;
  readonly publicKey: string;
  readonly now: number;
  readonly renewals: number;
  readonly report: 'completed' | 'failed';
  readonly dieAt: RunnerDeath | null;
};

/** `reported`: the server has the result. `refused`: it did not get the call, and has not run it. */
export type JobEnd = 'reported' | 'refused';

export type RunnerPlace = { readonly notesPath: string; readonly die: () => void };

/** A runner as it should be: claims, checks the order, executes once, renews, reports, and asks again after silence. */
export async function runJob(server: Persistent, job: Job, { notesPath, die }: RunnerPlace): Promise<JobEnd> {
  const { projectId, toolId } = job;
  const reach = (place: RunnerDeath): void => {
    if (job.dieAt === place) die();
  };
  reach('before_claim');
  const claim = await server
    .call((client) => client.runner.claim(projectId, toolId))
    .catch((error: unknown) => {
      if (error instanceof CountersignError && refusals.has(error.code)) return null;
      throw error;
    });
  // It is over, or an earlier claim of ours went through unheard. Whether it is safe to run is not ours to guess.
  if (claim === null) return 'refused';
  reach('claimed');
  execute(claim.signed_order, job, notesPath);
  reach('executed');
  for (let renewal = 0; renewal < job.renewals; renewal += 1) {
    await server.call((client) => client.runner.renew(projectId, toolId, claim.fence));
  }
  const said = job.report === 'completed' ? { result: { written: true } } : { error: 'No space left on device' };
  const result = { status: job.report, fence: claim.fence, execution_time_ms: 1, ...said };
  await server.call((client) => client.runner.result(projectId, toolId, result));
  reach('reported');
  return 'reported';
}

const refusals: ReadonlySet<string> = new Set(['already_claimed', 'illegal_transition']);

function execute(signed: SignedOrder, { publicKey, now, toolId }: Job, notesPath: string): void {
  const refusal = refuseOrder(signed, { publicKey, nowMs: now, hasSeenNonce: () => false });
  const { order } = signed;
  if (refusal !== null || order.tool_id !== toolId) throw new Error(`an order came that is not right: ${refusal}`);
  recordExecution(notesPath, `order ${order.tool_id} ${order.nonce} ${order.digest}`);
}
