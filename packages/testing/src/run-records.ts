import { type Entry, newRun, type Run, type RunControl } from '@countersign/agent';
import { newId } from '@countersign/contract';
import type { MessageRecord } from '@countersign/control-plane';

const createdAt = Date.UTC(2026, 0, 1);

export const aControl: RunControl = {
  maxTurns: 50,
  maxWallTimeMs: 1_800_000,
  maxTokens: 1_000_000,
  maxRetries: 3,
  retryBaseMs: 1_000,
  retryMaxMs: 60_000,
  breakerFailures: 5,
  breakerMs: 30_000,
  noProgressTurns: 3,
  contextTokens: 100_000,
  modelTimeoutMs: 300_000,
};

/** A run as it is first committed, with what a test says of it put in its place. */
export function aRun(given: Partial<Run> = {}): Run {
  const asked = {
    id: newId<Run['id']>(),
    projectId: newId<Run['projectId']>(),
    sessionId: newId<Run['sessionId']>(),
    agentId: newId<Run['agentId']>(),
    userId: newId<Run['userId']>(),
    messageId: newId<Run['messageId']>(),
    task: 'Say hello.',
    model: 'demo',
    control: aControl,
    createdAt,
  };
  return { ...newRun(asked), ...given };
}

export function aMessage(given: Partial<MessageRecord> = {}): MessageRecord {
  return {
    id: newId(),
    projectId: newId(),
    sessionId: newId(),
    runId: newId(),
    role: 'user',
    author: 'Ada',
    text: 'Say hello.',
    createdAt,
    ...given,
  };
}

/** What the model said. */
export function aModelEntry(given: Partial<Extract<Entry, { kind: 'model' }>> = {}): Entry {
  return { no: 1, at: createdAt, turn: 1, kind: 'model', text: 'Hello.', calls: [], providerData: null, ...given };
}
