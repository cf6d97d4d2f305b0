import { endedRunStatuses, limits, type MessageId, type RunId } from '@countersign/contract';
import { cutText } from './cut-text.ts';
import type { Run } from './run.ts';

/** What is known of a run when it is asked for. */
export type NewRun = Pick<
  Run,
  'projectId' | 'sessionId' | 'agentId' | 'userId' | 'task' | 'model' | 'control' | 'createdAt'
> & { readonly id: RunId; readonly messageId: MessageId };

/** Room for the words that say how much was cut. */
const CUT_WORDS_LENGTH = 40;

/** A run as it is first committed: version 1, to be worked on at once. */
export function newRun(asked: NewRun): Run {
  return {
    ...asked,
    task: cutText(asked.task, limits.taskShownLengthMax - CUT_WORDS_LENGTH),
    version: 1,
    status: 'queued',
    phase: 'model',
    asked: null,
    askedReason: null,
    askedBy: null,
    turn: 0,
    turnId: null,
    turnStartedAt: null,
    entryCount: 0,
    messageCount: 1,
    messagesSeen: 0,
    pendingCalls: [],
    toolCallCount: 0,
    inputTokens: 0,
    outputTokens: 0,
    workingMs: 0,
    attempts: 0,
    failing: null,
    fingerprints: [],
    repeats: [],
    wakeAt: asked.createdAt,
    startedAt: null,
    endedAt: null,
    end: null,
  };
}

export function isEnded(run: Pick<Run, 'status'>): boolean {
  return endedRunStatuses.has(run.status);
}

/**
 * What people may do to a run that goes on. Each is the next version of it, or null where there is nothing to change.
 * The loop finds its own commit refused, reads the run again and does what was asked where it is.
 */
export function askToStop(run: Run, by: string, reason: string | null, at: number): Run | null {
  if (isEnded(run) || run.asked === 'cancel') return null;
  return { ...next(run), asked: 'cancel', askedBy: by, askedReason: reason, status: wakened(run), wakeAt: at };
}

export function askToPause(run: Run, by: string, at: number): Run | null {
  if (isEnded(run) || run.asked !== null || run.status === 'paused') return null;
  return { ...next(run), asked: 'pause', askedBy: by, wakeAt: run.wakeAt ?? at };
}

export function resume(run: Run, at: number): Run | null {
  if (isEnded(run) || run.asked === 'cancel') return null;
  if (run.asked === 'pause') return { ...next(run), asked: null, askedBy: null, wakeAt: at };
  if (run.status !== 'paused') return null;
  return { ...next(run), status: wakened(run), wakeAt: at };
}

/** One more message for it; null where it has ended. A paused run stays paused. */
export function steer(run: Run, at: number): Run | null {
  if (isEnded(run)) return null;
  const wakeAt = run.status === 'paused' || run.phase === 'tools' ? run.wakeAt : at;
  return { ...next(run), messageCount: run.messageCount + 1, wakeAt };
}

/** A paused run that is to do something again. */
function wakened({ status, startedAt }: Run): Run['status'] {
  if (status !== 'paused') return status;
  return startedAt === null ? 'queued' : 'running';
}

function next(run: Run): Run {
  return { ...run, version: run.version + 1 };
}
