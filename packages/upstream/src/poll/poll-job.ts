import type { JsonObject, JsonValue, PollConfig } from '@countersign/contract';
import { query } from 'jsonpath-rfc9535';

/** U7: what a poll goes on with. All of it is in the database between two looks. */
export type PollState = {
  readonly kind: 'poll';
  /** What the service answered when the job was begun. */
  readonly trigger: JsonValue;
  readonly attempts: number;
  /** How often in a row the service could not be asked. */
  readonly faults: number;
  readonly intervalMs: number;
};

export type Look =
  | { readonly state: 'completed'; readonly result: JsonValue }
  | { readonly state: 'failed'; readonly status: string; readonly result: JsonValue }
  | { readonly state: 'working'; readonly status: string | null };

export function firstPoll(poll: PollConfig, trigger: JsonValue): PollState {
  const intervalMs = Math.min((poll.poll_interval_seconds ?? 1) * 1000, longestMs(poll));
  return { kind: 'poll', trigger, attempts: 0, faults: 0, intervalMs };
}

/** After a look that ended nothing: one more, a little later than the last. */
export function nextPoll(poll: PollConfig, { intervalMs, ...state }: PollState, faults: number): PollState {
  const later = Math.min(intervalMs * (poll.backoff_multiplier ?? 1.5), longestMs(poll));
  return { ...state, attempts: state.attempts + 1, faults, intervalMs: later };
}

export function isPollOver(poll: PollConfig, { attempts }: PollState): boolean {
  return attempts >= (poll.max_poll_attempts ?? 60);
}

/** What an answer says about a job. A status that is not there yet is one that nothing follows from. */
export function readLook(poll: PollConfig, body: JsonValue): Look {
  const found = at(poll.status_field_path, body);
  const status = found === undefined || found === null ? null : String(found);
  if (status !== null && poll.completed_values.includes(status)) {
    return { state: 'completed', result: resultOf(poll, body) };
  }
  if (status !== null && (poll.failed_values ?? []).includes(status)) return { state: 'failed', status, result: body };
  return { state: 'working', status };
}

/**
 * What the address of the status may be made of: the arguments, the answer to the first request as `response`, and its
 * members by their own names, which come before arguments of the same name.
 */
export function statusArguments(args: JsonObject, trigger: JsonValue): JsonObject {
  const isObject = typeof trigger === 'object' && trigger !== null && !Array.isArray(trigger);
  return { ...args, ...(isObject ? (trigger as JsonObject) : {}), response: trigger };
}

function longestMs(poll: PollConfig): number {
  return (poll.max_interval_seconds ?? 30) * 1000;
}

function resultOf({ result_field_path: path }: PollConfig, body: JsonValue): JsonValue {
  return path === undefined ? body : (at(path, body) ?? null);
}

function at(path: string, body: JsonValue): JsonValue | undefined {
  return query(body as never, path)[0] as JsonValue | undefined;
}
