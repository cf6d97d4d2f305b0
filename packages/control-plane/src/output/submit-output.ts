import { isDeepStrictEqual } from 'node:util';
import { CountersignError, limits, type OutputChunk, type ToolCallId } from '@countersign/contract';
import { type Executor, nothingPrinted, type Printed, type ToolCall } from '@countersign/tool-call';
import { mayRun } from '../calls/claim-call.ts';
import { moveCall, refusalError } from '../calls/commit-transition.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Actor } from '../ports/records.ts';
import { actorOf, type Runner } from '../principal.ts';
import type { Told } from './masked-streams.ts';

/** T7: what a running call has printed, from the runner that holds it. The answer tells whether it is to be stopped. */
export async function submitOutput(
  plane: ControlPlane,
  runner: Runner,
  callId: ToolCallId,
  fence: number,
  chunks: readonly OutputChunk[],
): Promise<ToolCall> {
  const call = await plane.store.findCall(runner.projectId, callId);
  if (!call || !mayRun(runner, call)) throw new CountersignError('not_found', 'There is no such call for this runner.');
  return printAs(plane, call, { executor: runner.id, actor: actorOf(runner), fence }, chunks);
}

export type Printing = { readonly executor: Executor; readonly actor: Actor; readonly fence: number | null };

/** A piece that was sent before is not told again. Masked here too, whoever says that it is. */
export async function printAs(
  plane: ControlPlane,
  seen: ToolCall,
  by: Printing,
  chunks: readonly OutputChunk[],
): Promise<ToolCall> {
  const { state } = seen;
  if (state.status !== 'executing') throw refusalError('illegal_transition', seen);
  if (state.executor !== by.executor || (by.fence ?? state.fence) !== state.fence)
    throw refusalError('stale_fence', seen);
  if (state.printed.isCut) return seen;
  const told = chunks
    .map((chunk) => unseen(chunk, state.printed))
    .flatMap((chunk) => (chunk ? (plane.output.write(seen.id, chunk) ?? []) : []));
  if (told.length === 0) return seen;
  const recorded = await record(plane, seen, by, told);
  if (recorded) return recorded;
  // The same pieces came twice at once, and the others were first: what is left of these is told after them.
  plane.output.forget(seen.id);
  return printAs(plane, await current(plane, seen), by, chunks);
}

/** What was held back because a secret could have gone on, told before the call ends. */
export async function printRest(plane: ControlPlane, seen: ToolCall, by: Printing): Promise<ToolCall> {
  const rest = plane.output.end(seen.id);
  if (rest.length === 0 || seen.state.status !== 'executing' || seen.state.printed.isCut) return seen;
  return (await record(plane, seen, by, rest)) ?? current(plane, seen);
}

async function current({ store }: ControlPlane, { request, id }: ToolCall): Promise<ToolCall> {
  const call = await store.findCall(request.projectId, id);
  if (!call) throw new CountersignError('not_found', 'The call is gone.');
  return call;
}

function unseen(chunk: OutputChunk, printed: Printed): OutputChunk | null {
  const skip = Math.max(printed.received[chunk.stream] - chunk.offset, 0);
  if (skip >= chunk.text.length) return null;
  return skip === 0 ? chunk : { ...chunk, offset: chunk.offset + skip, text: chunk.text.slice(skip) };
}

/** Null where others have told of the call meanwhile, so that these pieces may be among what is there. */
async function record(
  plane: ControlPlane,
  seen: ToolCall,
  { executor, actor, fence }: Printing,
  told: readonly Told[],
): Promise<ToolCall | null> {
  const before = printedOf(seen);
  try {
    const moved = await moveCall(plane, seen, (call) => {
      const printed = printedOf(call);
      if (call.state.status === 'executing' && !isDeepStrictEqual(printed, before)) return null;
      return { event: { type: 'print', at: plane.clock.now(), executor, fence, ...within(told, printed) }, actor };
    });
    if (moved === null) return null;
    if (moved.status === 'done') return moved.call;
    throw refusalError(moved.refusal, moved.call);
  } catch (error) {
    plane.output.forget(seen.id);
    throw error;
  }
}

function printedOf({ state }: ToolCall): Printed {
  return state.status === 'executing' ? state.printed : nothingPrinted;
}

const cutNotice = `\n… ${limits.outputLengthMax} characters were printed; what follows is not shown while it runs.\n`;

/** As much as there is room for, and once that there was no more. Offsets go on where viewers are. */
function within(
  pieces: readonly Told[],
  before: Printed,
): { readonly chunks: readonly OutputChunk[]; readonly printed: Printed } {
  const chunks: OutputChunk[] = [];
  const received = { ...before.received };
  const told = { ...before.told };
  let { isCut } = before;
  for (const piece of pieces) {
    if (isCut) break;
    const { stream } = piece;
    const room = Math.max(limits.outputLengthMax - told.stdout - told.stderr, 0);
    isCut = piece.text.length > room;
    // A pair of units that is cut in two is no character, and no text that a hash can be taken of.
    const text = (isCut ? piece.text.slice(0, room) + cutNotice : piece.text).toWellFormed();
    chunks.push({ stream, offset: told[stream], text });
    received[stream] = Math.max(received[stream], piece.received);
    told[stream] += text.length;
  }
  return { chunks, printed: { received, told, isCut } };
}
