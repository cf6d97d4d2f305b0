import { limits } from '@countersign/contract';
import { Type } from 'typebox';
import { Seconds, setting } from './setting.ts';

const count = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** W2, W4: which part of the program this is, and what keeps an agent inside its bounds. A run may be told otherwise. */
export const controlSettings = {
  role: setting(
    'role',
    Type.Enum(['all', 'server', 'worker']),
    'all',
    'What this process does: answer requests, work on runs of agents, or both',
  ),
  worker_runs_max: setting('worker_runs_max', count(1, 1000), 8, 'Runs that a worker works on at once'),
  control_max_turns: setting('control_max_turns', count(1, limits.runTurnsMax), 50, 'Steps of the model in one run'),
  control_max_wall_time_seconds: setting(
    'control_max_wall_time_seconds',
    Seconds(1, limits.runSecondsMax),
    1800,
    'Working time of one run; waiting for people does not count',
  ),
  control_max_tokens: setting(
    'control_max_tokens',
    count(1, limits.runTokensMax),
    1_000_000,
    'Tokens of one run, in and out, as the provider counts them',
  ),
  control_max_retries: setting(
    'control_max_retries',
    count(0, limits.runRetriesMax),
    3,
    'How often one step of the model is tried again',
  ),
  control_retry_base_seconds: setting(
    'control_retry_base_seconds',
    Seconds(0, limits.runRetrySecondsMax),
    1,
    'How long to wait before the first of them; each wait is twice as long as the one before it',
  ),
  control_retry_max_seconds: setting(
    'control_retry_max_seconds',
    Seconds(0, limits.runRetrySecondsMax),
    60,
    'The longest of these waits, unless the provider asks for a longer one',
  ),
  control_breaker_failures: setting(
    'control_breaker_failures',
    count(1, limits.runBreakerFailuresMax),
    5,
    'Failures of one class in a row after which a run is stopped and its provider left alone',
  ),
  control_breaker_seconds: setting(
    'control_breaker_seconds',
    Seconds(1, limits.runBreakerSecondsMax),
    30,
    'For how long it is left alone',
  ),
  control_no_progress_turns: setting(
    'control_no_progress_turns',
    count(2, limits.runTurnsMax),
    3,
    'Turns that do the same with the same result after which a run is stopped',
  ),
  control_context_tokens: setting(
    'control_context_tokens',
    count(limits.runContextTokensMin, limits.runContextTokensMax),
    100_000,
    'How much a model is shown before what is old is put into a summary',
  ),
  control_model_timeout_seconds: setting(
    'control_model_timeout_seconds',
    Seconds(1, limits.runModelSecondsMax),
    300,
    'How long one step of the model may take; one that says nothing for 300 s is over before',
  ),
} as const;
