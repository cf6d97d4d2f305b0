import type { CallStatus, JsonObject, JsonValue, MessageId, RunErrorClass, ToolCallId } from '@countersign/contract';

/**
 * One thing that was said to the model or by it. Entries are numbered from 1 within a run and never changed: what the
 * model is shown is made from them alone.
 */
export type Entry = UserEntry | ModelEntry | ResultsEntry | NoticeEntry | SummaryEntry;

type Base = { readonly no: number; readonly at: number; readonly turn: number | null };

/** The task, or what a person said while the run worked on it. */
export type UserEntry = Base & { readonly kind: 'user'; readonly messageId: MessageId; readonly text: string };

/** One step of the model. */
export type ModelEntry = Base & {
  readonly kind: 'model';
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** What the provider wants to get back with it, as it is: signatures of thoughts, for one. */
  readonly providerData: JsonValue;
};

export type RequestedCall = {
  /** Chosen before anything is submitted: a call that was submitted before a crash is found by it. */
  readonly callId: ToolCallId;
  /** The model's own name of the call; results are told by it. */
  readonly modelCallId: string;
  readonly toolName: string;
  /** Null where what the model sent is no object; `problem` says why. Nothing is submitted then. */
  readonly args: JsonObject | null;
  readonly problem: string | null;
};

/** What became of the calls of the step before it, in the words that the model is told. */
export type ResultsEntry = Base & { readonly kind: 'results'; readonly results: readonly ToldResult[] };

export type ToldResult = {
  readonly callId: ToolCallId;
  readonly modelCallId: string;
  readonly toolName: string;
  /** Null where it was never submitted. */
  readonly status: CallStatus | null;
  readonly isError: boolean;
  readonly text: string;
};

/** Said to the model by us: that its answer could not be read, for one. */
export type NoticeEntry = Base & {
  readonly kind: 'notice';
  readonly text: string;
  readonly errorClass: RunErrorClass | null;
};

/** Stands for the entries up to `upTo`, which are kept but no longer shown to the model. */
export type SummaryEntry = Base & { readonly kind: 'summary'; readonly upTo: number; readonly text: string };
