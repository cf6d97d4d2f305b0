import type { JsonObject, JsonValue } from '@countersign/contract';
import {
  type LoopClock,
  type Model,
  ModelError,
  type ModelRequest,
  type ModelStep,
  type ModelWatch,
} from '../ports.ts';
import { nameForProvider } from '../tool-names.ts';
import { quoteResults } from './quote-results.ts';
import type { Script, ScriptedAnswer, ScriptedError } from './script.ts';

/** Classes of errors that another try may get past, as with real providers. */
const retryable: ReadonlySet<string> = new Set(['timeout', 'rate_limit', 'overloaded', 'network', 'provider']);

/**
 * W3: a model that says what a file tells it to. It keeps nothing: its place is the number of the turn, so that it goes on
 * rightly after a crash and for any number of runs.
 */
export function scriptedModel(name: string, script: Script, clock: LoopClock): Model {
  return {
    name,
    provider: 'scripted',
    protocol: script.protocol,
    async step(request, watch) {
      if (request.turn === 0) return spoken(script.summary, { outputTokens: lengthInTokens(script.summary) });
      const answer = chosen(script, request);
      await pause(clock, answer.delayMs, watch.signal);
      if (isError(answer.error, request.attempt)) throw asModelError(answer.error);
      const step = stepOf(script, answer, request);
      await speak(clock, step.text, answer, watch);
      return step;
    },
  };
}

function chosen({ steps, loop }: Script, { turn, messages }: ModelRequest): ScriptedAnswer {
  const step = steps[placeOf(turn - 1, steps.length, loop)];
  if (step === undefined)
    throw problem(`The script has no answer for turn ${turn}; it has ${steps.length}. Add one, or set "loop".`);
  const fitting = step.find(({ when }) => when === null || saidSinceLastAnswer(messages).includes(when));
  if (fitting !== undefined) return fitting;
  const conditions = step.map(({ when }) => JSON.stringify(when)).join(', ');
  throw problem(
    `The script has no answer for turn ${turn} that fits: none of ${conditions} was said. Add one without "when".`,
  );
}

function placeOf(place: number, length: number, loop: Script['loop']): number {
  if (loop === 'last') return Math.min(place, length - 1);
  return loop === 'repeat' ? place % length : place;
}

function saidSinceLastAnswer(messages: readonly ModelMessage[]): string {
  const after = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  return after.map(textOf).join('\n');
}

function textOf(message: ModelMessage): string {
  return message.role === 'tool' ? message.results.map(({ text }) => text).join('\n') : message.text;
}

type ModelMessage = ModelRequest['messages'][number];

function isError(error: ScriptedError | null, attempt: number): error is ScriptedError {
  return error !== null && (error.times === null || attempt < error.times);
}

function asModelError({ errorClass, message, retryAfterMs }: ScriptedError): ModelError {
  return new ModelError(errorClass, message, { isRetryable: retryable.has(errorClass), retryAfterMs });
}

function problem(message: string): ModelError {
  return new ModelError('validation', message, { isRetryable: false });
}

function stepOf(script: Script, answer: ScriptedAnswer, request: ModelRequest): ModelStep {
  const quoted = <Value extends JsonValue>(value: Value): Value => quoteResults(value, request.messages);
  const calls = answer.calls.map(({ name, args }) => ({ name, args: quoted(args) }));
  const words = quoted(answer.raw ?? (script.protocol === 'json' ? null : (answer.text ?? answer.finalAnswer)) ?? '');
  const tokens = { inputTokens: answer.inputTokens, outputTokens: answer.outputTokens };
  if (script.protocol === 'json' && answer.raw === null) {
    const said = {
      tool_calls: calls.map(({ name, args }) => ({ name, arguments: args })),
      final_answer: quoted(answer.finalAnswer ?? answer.text ?? ''),
    };
    return spoken(JSON.stringify(said), tokens);
  }
  const offered = new Set(request.tools.map(({ name }) => name));
  return {
    ...spoken(words, tokens),
    calls: calls.map(({ name, args }, index) => ({
      id: `call_${request.turn}_${index + 1}`,
      // A name that no tool has is said as it is written.
      name: offered.has(nameForProvider(name)) ? nameForProvider(name) : name,
      ...(isObject(args)
        ? { args, problem: null }
        : { args: null, problem: `The arguments must be a JSON object; these are ${JSON.stringify(args)}.` }),
    })),
  };
}

function spoken(
  text: string,
  { inputTokens = null, outputTokens = null }: { inputTokens?: number | null; outputTokens?: number | null },
): ModelStep {
  return {
    text,
    calls: [],
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? lengthInTokens(text),
    isCut: false,
    providerData: null,
  };
}

function lengthInTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The pause before the answer is the one before its first piece. */
async function speak(clock: LoopClock, text: string, answer: ScriptedAnswer, watch: ModelWatch): Promise<void> {
  const characters = [...text];
  const length = Math.max(1, Math.ceil(characters.length / answer.pieces));
  for (let from = 0; from < characters.length; from += length) {
    if (from > 0) await pause(clock, answer.delayMs, watch.signal);
    watch.onText(characters.slice(from, from + length).join(''));
  }
}

function pause(clock: LoopClock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(stopped());
  if (delayMs === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const callOff = clock.at(clock.now() + delayMs, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    const stop = (): void => {
      callOff();
      reject(stopped());
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

function stopped(): ModelError {
  return new ModelError('timeout', 'The step was stopped before it was over.', { isRetryable: true });
}
