import type {
  AgentId,
  MessageId,
  ProjectId,
  RunErrorClass,
  RunId,
  RunLimitName,
  RunStatus,
  SessionId,
  ToolCallId,
  TurnId,
  UserId,
} from '@countersign/contract';

/** W4: the limits of one run. From the configuration, with what the request said put in its place. */
export type RunControl = {
  readonly maxTurns: number;
  readonly maxWallTimeMs: number;
  readonly maxTokens: number;
  /** Of one step of the model, or of one thing that it got wrong. */
  readonly maxRetries: number;
  /** The first pause; each one is twice as long as the one before it, up to `retryMaxMs`. */
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** Failures of one class in a row after which the run does not go on, and for how long a provider is left alone. */
  readonly breakerFailures: number;
  readonly breakerMs: number;
  /** Turns that do the same with the same result. */
  readonly noProgressTurns: number;
  /** How much a model is shown before what is old is put into a summary. */
  readonly contextTokens: number;
  /** How long one step of the model may take, and how long it may be silent. */
  readonly modelTimeoutMs: number;
};

/**
 * What the loop does next. Each phase ends with a commit, so that a crash repeats at most what leaves no trace: asking
 * the model. `model`: ask it. `tools`: submit the calls of the last step and wait for all of them.
 */
export type RunPhase = 'model' | 'tools';

/**
 * One run of the agent: a row with a version, as a tool call is. It changes only through commits that saw the version
 * before. What was said is in its entries, which are only ever added to.
 */
export type Run = {
  readonly id: RunId;
  /** Grows by one with every change; a write says which version it saw. */
  readonly version: number;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly userId: UserId;
  /** The message it works on. */
  readonly messageId: MessageId;
  /** How that message begins: the row is written with every step, so that it holds nothing long. */
  readonly task: string;
  /** Name of a configured model. */
  readonly model: string;
  readonly control: RunControl;
  readonly status: RunStatus;
  readonly phase: RunPhase;
  /** What a person asked for; done by the loop where it next commits. */
  readonly asked: 'pause' | 'cancel' | null;
  readonly askedReason: string | null;
  readonly askedBy: string | null;

  /** Turns begun; 0 before the first. */
  readonly turn: number;
  readonly turnId: TurnId | null;
  readonly turnStartedAt: number | null;
  /** Entries committed so far. */
  readonly entryCount: number;
  /** Messages of people that belong to this run, the task included, and how many of them are in its entries. */
  readonly messageCount: number;
  readonly messagesSeen: number;
  /** Of the present turn, in the order in which the model asked. */
  readonly pendingCalls: readonly ToolCallId[];
  readonly toolCallCount: number;

  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Working time of what is committed; waiting for people does not count. */
  readonly workingMs: number;

  /** Tries of the present step that failed. */
  readonly attempts: number;
  /** W4: failures in a row of one class: tries of the model, or turns in which no call came to anything. */
  readonly failing: RunFailing | null;
  /** W4: of the latest turns, newest last: what was done and what came of it. As many as a circle may have. */
  readonly fingerprints: readonly string[];
  /** W4: for circles of one turn, of two and of three: turns in a row that did what was done so many turns before. */
  readonly repeats: readonly number[];

  /** When somebody is to go on with it; null while it waits for calls, is paused or has ended. */
  readonly wakeAt: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly end: RunEnd | null;
};

export type RunFailing = {
  readonly of: 'model' | 'tools';
  readonly errorClass: RunErrorClass;
  readonly count: number;
};

export type RunEnd = {
  /** In words, for people. */
  readonly reason: string;
  readonly answer: string | null;
  readonly errorClass: RunErrorClass | null;
  /** Of one that was stopped. */
  readonly limit: RunLimitName | null;
};
