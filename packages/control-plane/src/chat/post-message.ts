import { hash } from 'node:crypto';
import { newRun, type Run, type RunControl, steer } from '@countersign/agent';
import {
  CountersignError,
  canonicalJson,
  limits as contractLimits,
  type MessageId,
  newId,
  type ProjectId,
  type RunControlRequest,
  type RunId,
  type SessionId,
} from '@countersign/contract';
import { cutText } from '@countersign/policy';
import { sessionCreated } from '../calls/create-session.ts';
import { type ControlPlane, limits } from '../control-plane.ts';
import { beingRecorded, findKeyed, hashedKey } from '../idempotency.ts';
import type { AgentRecord, IdempotencyRecord, MessageRecord, SessionRecord } from '../ports/records.ts';
import type { RunModels } from '../ports/run-models.ts';
import type { FollowingWrite } from '../ports/store.ts';
import { actorOf, type User } from '../principal.ts';
import { runEnded, runEvent } from '../runs/run-event.ts';
import { assistantOf } from './assistant.ts';
import { messagePosted } from './message-posted.ts';

export type PostMessageInput = {
  readonly text: string;
  /** Null for a new session. */
  readonly sessionId: SessionId | null;
  /** The run that the message is for while it works; null for a new run. */
  readonly runId: RunId | null;
  /** Of a new session. */
  readonly title: string | null;
  readonly machine: string | null;
  readonly model: string | null;
  readonly control: RunControlRequest | null;
  readonly idempotencyKey: string | null;
};

/** What runs are given that say nothing of it themselves. */
export type ChatSetup = { readonly models: RunModels; readonly control: RunControl };

export type Posted = { readonly message: MessageRecord; readonly run: Run };

/**
 * W1: a person gives the agent a task, or says something to a run that works on one. The message and the run that is to
 * work on it are one commit; a retry with the same key gets what the first one made.
 */
export async function postMessage(
  plane: ControlPlane,
  setup: ChatSetup,
  user: User,
  projectId: ProjectId,
  input: PostMessageInput,
): Promise<Posted> {
  const asked: Asked = {
    user,
    projectId,
    // What is not kept is not shown to the model either (G8).
    input: { ...input, text: plane.redactor.text(input.text) },
    key: keyOf(user, input, plane.clock.now()),
  };
  const joined = await joinByKey(plane, asked);
  if (joined) return joined;
  return input.runId === null ? startRun(plane, setup, asked) : steerRun(plane, asked, input.runId);
}

type Key = Omit<IdempotencyRecord, 'subjectId'>;
type Asked = {
  readonly user: User;
  readonly projectId: ProjectId;
  readonly input: PostMessageInput;
  readonly key: Key | null;
};

async function startRun(plane: ControlPlane, setup: ChatSetup, asked: Asked): Promise<Posted> {
  const { user, projectId, input, key } = asked;
  const model = modelOf(setup.models, input.model);
  const assistant = await assistantOf(plane, projectId, user.id);
  const known = input.sessionId === null ? null : await sessionOf(plane, asked, assistant, input.sessionId);
  const at = plane.clock.now();
  const session = known ?? newSession(asked, assistant, at);
  const runId = newId<RunId>(at);
  const message = messageOf(asked, session.id, runId, at);
  const run = newRun({
    id: runId,
    projectId,
    sessionId: session.id,
    agentId: assistant.id,
    userId: user.id,
    messageId: message.id,
    task: input.text,
    model,
    control: controlOf(setup.control, input.control),
    createdAt: at,
  });
  const actor = actorOf(user);
  const writes: FollowingWrite[] = [
    ...(known ? [] : [{ kind: 'session', record: session } as const]),
    { kind: 'message', record: message },
  ];
  const events = [
    ...(known ? [] : [sessionCreated(session, actor)]),
    runEvent(run, 'agent.queued', actor, at, { model, task: cutText(input.text, contractLimits.taskShownLengthMax) }),
    messagePosted(message, actor),
  ];
  const committed = await plane.store.commit(
    key === null
      ? { guard: { kind: 'run', run }, following: writes, events }
      : {
          guard: { kind: 'idempotency_key', record: { ...key, subjectId: message.id } },
          following: [...writes, { kind: 'new_run', run }],
          events,
        },
  );
  if (committed.ok) return { message, run };
  const joined = await joinByKey(plane, asked);
  if (!joined) throw beingRecorded();
  return joined;
}

/** Bounded, as every compare-and-set is: the loop itself moves the row all the time. */
async function steerRun(plane: ControlPlane, asked: Asked, runId: RunId): Promise<Posted> {
  const { user, projectId, input, key } = asked;
  const { store, clock } = plane;
  for (let attempt = 0; attempt < limits.attemptsMax; attempt += 1) {
    const run = await store.findRun(projectId, runId);
    if (!run || (input.sessionId !== null && run.sessionId !== input.sessionId)) {
      throw new CountersignError('not_found', 'There is no such run here. Leave run_id out to start a new one.');
    }
    const at = clock.now();
    const steered = steer(run, at);
    if (steered === null) throw runEnded(run);
    const message = messageOf(asked, run.sessionId, run.id, at);
    const actor = actorOf(user);
    const committed = await store.commit({
      guard: { kind: 'run', run: steered },
      following: [
        { kind: 'message', record: message },
        ...(key === null ? [] : [{ kind: 'idempotency_key', record: { ...key, subjectId: message.id } } as const]),
      ],
      events: [
        runEvent(run, 'agent.steered', actor, at, { by: user.name, message_id: message.id }),
        messagePosted(message, actor),
      ],
    });
    if (committed.ok) return { message, run: steered };
    // The same request may have been the one that was faster.
    const joined = await joinByKey(plane, asked);
    if (joined) return joined;
  }
  throw new CountersignError('conflict', 'The run changed too often at once. Try again.');
}

async function joinByKey({ store }: ControlPlane, { projectId, key }: Asked): Promise<Posted | null> {
  if (key === null) return null;
  const record = await findKeyed(store, key);
  if (!record) return null;
  const message = await store.findMessage(projectId, record.subjectId as MessageId);
  const run = message && (await store.findRun(projectId, message.runId));
  if (!message || !run) {
    throw new CountersignError(
      'idempotency_mismatch',
      'This Idempotency-Key was used in another project. Use a new one.',
    );
  }
  return { message, run };
}

function keyOf(user: User, input: PostMessageInput, at: number): Key | null {
  const { idempotencyKey, ...request } = input;
  if (idempotencyKey === null) return null;
  return {
    principalId: user.id,
    key: hashedKey(idempotencyKey),
    requestHash: hash('sha256', canonicalJson({ ...request, control: { ...request.control } }), 'hex'),
    createdAt: at,
  };
}

/** Only sessions of the agent of chat: those of other agents are theirs. */
async function sessionOf(
  { store }: ControlPlane,
  { projectId }: Asked,
  assistant: AgentRecord,
  sessionId: SessionId,
): Promise<SessionRecord> {
  const session = await store.findSession(projectId, sessionId);
  if (session?.agentId === assistant.id) return session;
  throw new CountersignError(
    'not_found',
    'There is no such session of the agent of chat. Leave session_id out to begin a new one.',
  );
}

function newSession({ user, projectId, input }: Asked, assistant: AgentRecord, at: number): SessionRecord {
  return {
    id: newId<SessionId>(at),
    projectId,
    agentId: assistant.id,
    userId: user.id,
    title: input.title ?? titleOf(input.text),
    machine: input.machine,
    createdAt: at,
  };
}

const titleLengthMax = 80;

function titleOf(text: string): string {
  const firstLine = text.trim().split('\n', 1)[0]!;
  return cutText(firstLine === '' ? 'Chat' : firstLine, titleLengthMax);
}

function messageOf({ user, projectId, input }: Asked, sessionId: SessionId, runId: RunId, at: number): MessageRecord {
  return {
    id: newId<MessageId>(at),
    projectId,
    sessionId,
    runId,
    role: 'user',
    author: user.name,
    text: input.text,
    createdAt: at,
  };
}

function modelOf(models: RunModels, asked: string | null): string {
  const name = asked ?? models.default;
  if (!models.names.includes(name)) {
    throw new CountersignError(
      'model_unknown',
      `There is no model "${name}" here. Those that are configured: ${models.names.join(', ')}.`,
    );
  }
  const problem = models.problemOf(name);
  if (problem !== null) throw new CountersignError('model_unknown', `The model ${name} is not ready: ${problem}`);
  return name;
}

function controlOf(standard: RunControl, asked: RunControlRequest | null): RunControl {
  if (asked === null) return standard;
  return {
    maxTurns: asked.max_turns ?? standard.maxTurns,
    maxWallTimeMs: msOf(asked.max_wall_time_seconds) ?? standard.maxWallTimeMs,
    maxTokens: asked.max_tokens ?? standard.maxTokens,
    maxRetries: asked.max_retries ?? standard.maxRetries,
    retryBaseMs: msOf(asked.retry_base_seconds) ?? standard.retryBaseMs,
    retryMaxMs: msOf(asked.retry_max_seconds) ?? standard.retryMaxMs,
    breakerFailures: asked.breaker_failures ?? standard.breakerFailures,
    breakerMs: msOf(asked.breaker_seconds) ?? standard.breakerMs,
    noProgressTurns: asked.no_progress_turns ?? standard.noProgressTurns,
    contextTokens: asked.context_tokens ?? standard.contextTokens,
    modelTimeoutMs: msOf(asked.model_timeout_seconds) ?? standard.modelTimeoutMs,
  };
}

function msOf(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
