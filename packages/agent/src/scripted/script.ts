import type { JsonValue, RunErrorClass } from '@countersign/contract';

/**
 * What a scripted model says, turn by turn. Answers with `when` and the one without it that follows them are for the same
 * turn: the first that fits is said.
 */
export type Script = {
  readonly name: string | null;
  readonly protocol: 'native' | 'json';
  /** One a turn, each a choice of answers. */
  readonly steps: readonly (readonly ScriptedAnswer[])[];
  /** After the end: `last` says the last one again and again, `repeat` begins anew; null is an error. */
  readonly loop: 'last' | 'repeat' | null;
  /** Said when it is asked to sum up what happened so far. */
  readonly summary: string;
};

/** Texts may hold `{{last_result}}` and `{{result.N}}`, N counted from 1: what the model was told of a call. */
export type ScriptedAnswer = {
  /** Must be in what was said to the model since its last answer. */
  readonly when: string | null;
  readonly text: string | null;
  readonly calls: readonly { readonly name: string; readonly args: JsonValue }[];
  readonly finalAnswer: string | null;
  /** Exactly this, in place of what the protocol would make of the rest. */
  readonly raw: string | null;
  readonly error: ScriptedError | null;
  /** Before the answer; of one in pieces, before each piece. */
  readonly delayMs: number;
  /** Into how many the text is cut. */
  readonly pieces: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};

export type ScriptedError = {
  readonly errorClass: RunErrorClass;
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** Tries that fail before the answer is given; null: all of them. */
  readonly times: number | null;
};
