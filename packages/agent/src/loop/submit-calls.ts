import { CountersignError, limits as contractLimits, errorRegistry } from '@countersign/contract';
import { cutText } from '../cut-text.ts';
import type { ModelEntry, RequestedCall } from '../entry.ts';
import type { CallStanding } from '../ports.ts';
import type { RunWork } from './run-work.ts';

/** A call of the present turn: how it stands, or why it is none. */
export type TakenCall = { readonly call: RequestedCall } & (
  | { readonly standing: CallStanding }
  | { readonly problem: string }
);

const NOTE_ROOM = 40;

/** All calls of a step, together. A call that was submitted before a crash is found by its id. */
export async function submitCalls(work: RunWork, step: ModelEntry): Promise<TakenCall[]> {
  const said = step.text.trim();
  const note = said === '' ? null : cutText(said, contractLimits.agentNoteLengthMax - NOTE_ROOM);
  const taken = await Promise.all(step.calls.map((call) => submitCall(work, call, note)));
  work.warm.submittedTurnId = work.run.turnId;
  return taken;
}

/** How calls stand that this process submitted; whatever is not there is submitted (again). */
export async function lookAtCalls(work: RunWork, step: ModelEntry): Promise<TakenCall[]> {
  const standings = await work.ports.tools.look(
    work.run,
    step.calls.filter(({ problem }) => problem === null).map(({ callId }) => callId),
  );
  const found = new Map(standings.map((standing) => [standing.callId, standing]));
  return Promise.all(
    step.calls.map(async (call) => {
      const standing = found.get(call.callId);
      return standing === undefined ? await submitCall(work, call, null) : { call, standing };
    }),
  );
}

async function submitCall(work: RunWork, call: RequestedCall, note: string | null): Promise<TakenCall> {
  const { callId, toolName, args, problem } = call;
  if (problem !== null || args === null) return { call, problem: problem ?? 'The arguments must be a JSON object.' };
  try {
    return { call, standing: await work.ports.tools.submit(work.run, { callId, toolName, args, note }) };
  } catch (error) {
    const words = refusalOf(error);
    if (words === null) throw error;
    return { call, problem: words };
  }
}

/** A request that is refused for good is told to the model; what may pass is for whoever tries the run again. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof CountersignError) || errorRegistry[error.code].retryable) return null;
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
