/** Branded ids, so that a project id can never be passed where an approval id is meant. */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Id<'user'>;
export type AgentId = Id<'agent'>;
export type RunnerId = Id<'runner'>;
export type ProjectId = Id<'project'>;
export type SessionId = Id<'session'>;
export type ToolCallId = Id<'tool_call'>;
export type ApprovalId = Id<'approval'>;
export type GrantId = Id<'grant'>;
export type TokenId = Id<'token'>;
export type SourceId = Id<'source'>;
export type FileId = Id<'file'>;
export type RunId = Id<'run'>;
export type TurnId = Id<'turn'>;
export type MessageId = Id<'message'>;
/** Of one life of the server's or the worker's process. */
export type ProcessId = Id<'process'>;

export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const uuid = new RegExp(UUID_PATTERN);

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

let lastMs = 0;
let sequence = 0;
/** Random bytes are asked for in bulk: one call of the system for every 64 ids. */
const pool = new Uint8Array(512);
let poolUsed = pool.length;

/**
 * UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process in order within a
 * millisecond, 62 random bits. Time-ordered ids keep inserts at the end of every index.
 */
export function newId<T extends string>(nowMs: number = Date.now()): T {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMs += 1;
      sequence = 0;
    }
  }
  if (poolUsed === pool.length) {
    crypto.getRandomValues(pool);
    poolUsed = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  let tail = hex[(pool[poolUsed]! & 0x3f) | 0x80]!;
  for (let index = 1; index < 8; index += 1) tail += hex[pool[poolUsed + index]!];
  poolUsed += 8;
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}` as T;
}
