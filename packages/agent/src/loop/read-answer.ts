import {
  limits as contractLimits,
  type JsonObject,
  type JsonValue,
  newId,
  type ToolCallId,
} from '@countersign/contract';
import { cutText, holdable } from '../cut-text.ts';
import type { RequestedCall } from '../entry.ts';
import { readJsonAnswer } from '../json-protocol.ts';
import { limits } from '../limits.ts';
import type { Model, ModelStep } from '../ports.ts';

/** What a step of the model comes to. Calls have the ids here under which they will be submitted. */
export type Answer = {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly providerData: JsonValue;
  /** Null where it can be used. `isFatal`: the protocol says that the run is over then. */
  readonly problem: { readonly words: string; readonly isFatal: boolean } | null;
};

type AskedCall = Pick<ModelStep['calls'][number], 'id' | 'name' | 'args' | 'problem'>;

const CUT_WORDS = '\n[The answer ends here because the model may say no more at once.]';

export function readAnswer(
  step: ModelStep,
  protocol: Model['protocol'],
  toolNames: ReadonlyMap<string, string>,
): Answer {
  return protocol === 'json' ? readPlain(step) : readNative(step, toolNames);
}

function readNative(step: ModelStep, toolNames: ReadonlyMap<string, string>): Answer {
  const calls = requested(step.calls.map((call) => ({ ...call, name: toolNames.get(call.name) ?? call.name })));
  const text = holdable(step.text);
  const isEmpty = calls.length === 0 && text.trim() === '';
  return {
    text: step.isCut && calls.length === 0 && !isEmpty ? `${text}${CUT_WORDS}` : text,
    calls,
    providerData: step.providerData,
    problem: isEmpty ? { words: silentWords(step), isFatal: false } : null,
  };
}

function silentWords({ isCut }: ModelStep): string {
  return isCut
    ? 'Your answer was cut off before it said anything: it may be only so long. Answer again, shorter, or call a tool.'
    : 'Your answer was empty. Call a tool, or answer the user in words.';
}

/** What it said is kept as it is beside what it means, to be shown to it again. */
function readPlain(step: ModelStep): Answer {
  const said = holdable(step.text);
  const answer = readJsonAnswer(said);
  const base = { text: '', calls: [], providerData: said, problem: null };
  switch (answer.kind) {
    case 'calls':
      return { ...base, text: answer.text, calls: requested(answer.calls.map((call) => ({ id: '', ...call }))) };
    case 'final':
      return { ...base, text: answer.text };
    case 'empty':
      return { ...base, problem: { words: 'The answer has neither tool_calls nor a final_answer.', isFatal: true } };
    case 'unreadable': {
      const words = `Your answer could not be read: ${answer.problem}. Answer with one JSON object {"tool_calls":[…],"final_answer":"…"} and nothing else.`;
      return { ...base, text: said, problem: { words, isFatal: false } };
    }
  }
}

/** Each gets an id of ours; the model's own id is kept where it tells its calls apart. */
function requested(calls: readonly AskedCall[]): RequestedCall[] {
  const seen = new Set<string>();
  return calls.map((call, index) => {
    const callId = newId<ToolCallId>();
    const given = holdable(call.id);
    const modelCallId = given === '' || seen.has(given) ? callId : given;
    seen.add(modelCallId);
    const problem =
      call.problem === null ? problemOf(call, index) : cutText(holdable(call.problem), limits.problemLengthMax);
    const args = problem === null ? call.args : null;
    return { callId, modelCallId, toolName: nameOf(call.name), args, problem };
  });
}

function nameOf(name: string): string {
  return holdable(name).slice(0, contractLimits.toolNameLengthMax) || '(nameless)';
}

/** Why it cannot be submitted; what else is wrong with it is the gate's to say. */
function problemOf({ name, args }: AskedCall, index: number): string | null {
  if (index >= limits.callsPerTurnMax) return `At most ${limits.callsPerTurnMax} calls may be asked for at once.`;
  if (name === '' || name.length > contractLimits.toolNameLengthMax || holdable(name) !== name)
    return 'There is no tool of that name.';
  if (args === null) return 'The arguments must be a JSON object.';
  return isHoldable(args, contractLimits.jsonDepthMax)
    ? null
    : `The arguments hold half characters or NUL, or are nested more than ${contractLimits.jsonDepthMax} deep.`;
}

function isHoldable(value: JsonValue, depthLeft: number): boolean {
  if (typeof value === 'string') return holdable(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  if (depthLeft === 0) return false;
  if (Array.isArray(value)) return value.every((item: JsonValue) => isHoldable(item, depthLeft - 1));
  return Object.entries(value as JsonObject).every(
    ([key, item]) => holdable(key) === key && isHoldable(item, depthLeft - 1),
  );
}
