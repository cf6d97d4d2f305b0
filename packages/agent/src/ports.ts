import type {
  CallStatus,
  EventType,
  JsonObject,
  JsonValue,
  MessageId,
  Outcome,
  RunErrorClass,
  RunId,
  ToolCallId,
  ToolDefinition,
  TurnId,
} from '@countersign/contract';
import type { Entry } from './entry.ts';
import type { Run } from './run.ts';

/** What the loop needs of the world. Everything else it does is decided by data. */
export type LoopPorts = {
  readonly journal: RunJournal;
  readonly tools: ToolGateway;
  readonly models: Models;
  readonly clock: LoopClock;
};

export type LoopClock = {
  now(): number;
  /** Calls back at a time; returns how to call it off. */
  at(time: number, act: () => void): () => void;
};

/** What a person said. */
export type SpokenMessage = {
  readonly messageId: MessageId;
  readonly role: 'user' | 'agent';
  readonly text: string;
};

export type LoadedRun = {
  readonly run: Run;
  readonly entries: readonly Entry[];
  /** What was said in the session before this run, oldest first; at most as much as is worth showing. */
  readonly history: readonly SpokenMessage[];
};

/** An entry of the log. A commit may end one turn and begin the next, so that each says which turn it belongs to. */
export type RunEvent = {
  readonly type: EventType;
  /** The node of the tree that it happened to; null for the run itself (`agent`). */
  readonly turnId: TurnId | null;
  readonly data: Readonly<Record<string, unknown>>;
};

export type RunCommit = {
  /** As it is to be; the stored version must be one less. */
  readonly run: Run;
  readonly entries: readonly Entry[];
  readonly events: readonly RunEvent[];
};

/** Where runs are kept. Durable when a promise resolves. */
export type RunJournal = {
  load(runId: RunId): Promise<LoadedRun | null>;
  /** The row alone, to see what a person asked for meanwhile. */
  look(runId: RunId): Promise<Run | null>;
  /** False where somebody else changed the run: nothing was written. An `end.answer` becomes a message of the session. */
  commit(change: RunCommit): Promise<boolean>;
  /** Messages of people that belong to the run, oldest first, without the first `seen` of them. */
  messages(runId: RunId, seen: number): Promise<readonly SpokenMessage[]>;
  /** A piece of what the model is saying, for whoever watches. Lost pieces are no loss: the step is committed whole. */
  output(run: Run, piece: { readonly turnId: TurnId; readonly offset: number; readonly text: string }): Promise<void>;
};

export type CallStanding = {
  readonly callId: ToolCallId;
  readonly toolName: string;
  readonly status: CallStatus;
  readonly isSettled: boolean;
  /** Null while it is not settled. */
  readonly outcome: Outcome | null;
  /** Secrets masked; null where it did not run. */
  readonly result: JsonValue;
  readonly error: string | null;
  readonly errorClass: RunErrorClass | null;
  readonly submittedAt: number;
  /** When a person was asked and when that ended; null where nobody was, or while it lasts. */
  readonly askedAt: number | null;
  readonly answeredAt: number | null;
  readonly settledAt: number | null;
};

/**
 * W2, L8: the one way from the loop to tools, through the gate. The loop never executes anything itself.
 */
export type ToolGateway = {
  /** What this run may use. */
  available(run: Run): Promise<readonly ToolDefinition[]>;
  /** Submits, or finds the call that was submitted under this id before. */
  submit(
    run: Run,
    call: {
      readonly callId: ToolCallId;
      readonly toolName: string;
      readonly args: JsonObject;
      readonly note: string | null;
    },
  ): Promise<CallStanding>;
  look(run: Run, callIds: readonly ToolCallId[]): Promise<readonly CallStanding[]>;
  /**
   * Resolves when one of them is settled, also where it was before; when somebody is asked or answers; or when `signal`
   * aborts. It may resolve too early, never too late.
   */
  changed(run: Run, callIds: readonly ToolCallId[], signal: AbortSignal): Promise<void>;
  cancel(run: Run, callId: ToolCallId, reason: string): Promise<void>;
};

export type Models = {
  /** Null where nothing of that name is configured any more. */
  find(name: string): Model | null;
};

/** W3: one step of a model at a time. Retries, limits and tools are the loop's. */
export type Model = {
  readonly name: string;
  readonly provider: string;
  /** `json`: the model knows no function calling; it is told the tools in words and answers with one JSON object. */
  readonly protocol: 'native' | 'json';
  /** Rejects with ModelError and nothing else. */
  step(request: ModelRequest, watch: ModelWatch): Promise<ModelStep>;
};

export type ModelRequest = {
  /** Of the run and turn, so that a scripted model finds its place after a crash. */
  readonly runId: RunId;
  readonly turn: number;
  /** Tries of this step before this one. */
  readonly attempt: number;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  readonly maxOutputTokens: number | null;
};

export type OfferedTool = {
  /** As the provider allows it; the loop knows which tool it stands for. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
};

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly args: JsonValue }[];
      readonly providerData: JsonValue;
    }
  | {
      readonly role: 'tool';
      readonly results: readonly {
        readonly id: string;
        readonly name: string;
        readonly isError: boolean;
        readonly text: string;
      }[];
    };

export type ModelWatch = {
  /** Called with each piece of text as it comes. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
};

export type ModelStep = {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    /** Null where it is no JSON object; `problem` says why. */
    readonly args: JsonObject | null;
    readonly problem: string | null;
  }[];
  /** As the provider counts; 0 where it does not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether it stopped because it may say no more. */
  readonly isCut: boolean;
  readonly providerData: JsonValue;
};

/** Why a step of a model failed, and whether trying again can help. */
export class ModelError extends Error {
  readonly errorClass: RunErrorClass;
  readonly isRetryable: boolean;
  /** How long the provider wants to be left alone; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    errorClass: RunErrorClass,
    message: string,
    options: { readonly isRetryable: boolean; readonly retryAfterMs?: number | null; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ModelError';
    this.errorClass = errorClass;
    this.isRetryable = options.isRetryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
