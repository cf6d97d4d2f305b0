import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Nullable, PlainText, Strict, Timestamp, Uuid } from './primitives.ts';
import { CallStatus } from './tool-call.ts';

/**
 * Where a run is. `stopped`: one of its limits ended it. `failed`: it could not go on. `cancelled`: a person ended it.
 * What a running one waits for is told apart by `waiting_for`.
 */
export const runStatuses = ['queued', 'running', 'paused', 'completed', 'stopped', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];
export const RunStatus = Type.Enum(runStatuses);

export const endedRunStatuses: ReadonlySet<RunStatus> = new Set<RunStatus>([
  'completed',
  'stopped',
  'failed',
  'cancelled',
]);

/** W4: what can go wrong for a run, by class. The first five are those of tools, the others of models. */
export const runErrorClasses = [
  'validation',
  'policy',
  'tool_exec',
  'timeout',
  'unknown',
  'rate_limit',
  'overloaded',
  'network',
  'auth',
  'context_overflow',
  'provider',
] as const;
export type RunErrorClass = (typeof runErrorClasses)[number];
export const RunErrorClass = Type.Enum(runErrorClasses);

/** W4: what ends a run that goes on for too long, costs too much or gets nowhere. */
export const runLimitNames = ['max_turns', 'max_wall_time', 'max_tokens', 'no_progress', 'circuit'] as const;
export type RunLimitName = (typeof runLimitNames)[number];

const count = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));

/** W4: what a run may be told apart from the configuration. */
export const RunControlRequest = Strict({
  max_turns: count(1, limits.runTurnsMax, 'Steps of the model'),
  max_wall_time_seconds: count(1, limits.runSecondsMax, 'Working time; waiting for people does not count'),
  max_tokens: count(1, limits.runTokensMax, 'Tokens in and out, as the provider counts them'),
  max_retries: count(0, limits.runRetriesMax, 'Tries again of one step of the model'),
  retry_base_seconds: count(0, limits.runRetrySecondsMax, 'Before the first of them; each wait is twice as long'),
  retry_max_seconds: count(0, limits.runRetrySecondsMax, 'The longest of these waits'),
  breaker_failures: count(1, limits.runBreakerFailuresMax, 'Failures of one class in a row'),
  breaker_seconds: count(1, limits.runBreakerSecondsMax, 'For how long a provider that fails so is left alone'),
  no_progress_turns: count(2, limits.runTurnsMax, 'Turns that do the same with the same result'),
  context_tokens: count(
    limits.runContextTokensMin,
    limits.runContextTokensMax,
    'Shown before what is old is summed up',
  ),
  model_timeout_seconds: count(1, limits.runModelSecondsMax, 'Of one step of the model'),
});
export type RunControlRequest = Static<typeof RunControlRequest>;

export const RunUsage = Strict({
  turns: Type.Integer(),
  tool_calls: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  working_ms: Type.Integer({ description: 'Without waiting for people' }),
});
export type RunUsage = Static<typeof RunUsage>;

const RunControlView = Strict({
  max_turns: Type.Integer(),
  max_wall_time_seconds: Type.Integer(),
  max_tokens: Type.Integer(),
  max_retries: Type.Integer(),
  retry_base_seconds: Type.Integer(),
  retry_max_seconds: Type.Integer(),
  breaker_failures: Type.Integer(),
  breaker_seconds: Type.Integer(),
  no_progress_turns: Type.Integer(),
  context_tokens: Type.Integer(),
  model_timeout_seconds: Type.Integer(),
});

export const RunView = Strict({
  run_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  agent_id: Uuid,
  user_id: Uuid,
  message_id: Uuid,
  task: Type.String({ description: 'The message that it works on, cut' }),
  model: Type.String(),
  status: RunStatus,
  waiting_for: Nullable(Type.Enum(['turn_of_session', 'model', 'tools', 'approval', 'retry'])),
  pending_calls: Type.Array(Uuid, { description: 'Tool calls of the present turn that are not settled' }),
  usage: RunUsage,
  control: RunControlView,
  answer: Nullable(Type.String()),
  end_reason: Nullable(Type.String({ description: 'Why it ended, in words; null while it goes on' })),
  error_class: Nullable(RunErrorClass),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
});
export type RunView = Static<typeof RunView>;

const transcriptKinds = ['user', 'model', 'results', 'notice', 'summary'] as const;

/** What a run was told and what it said, in order: everything that the model was shown, secrets masked. */
export const TranscriptEntry = Strict({
  no: Type.Integer(),
  kind: Type.Enum(transcriptKinds),
  turn: Nullable(Type.Integer()),
  text: Type.String(),
  tool_calls: Type.Array(
    Strict({
      tool_id: Uuid,
      tool_name: Type.String(),
      tool_params: Type.Unknown(),
      status: Nullable(CallStatus),
    }),
  ),
  at: Timestamp,
});
export type TranscriptEntry = Static<typeof TranscriptEntry>;

export const StopRunRequest = Strict({
  reason: Type.Optional(PlainText({ maxLength: limits.feedbackLengthMax })),
});
