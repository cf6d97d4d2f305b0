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

export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const uuid = new RegExp(UUID_PATTERN);

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

let lastMs = 0;
let sequence = 0;

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
  const random = crypto.getRandomValues(new Uint8Array(8));
  random[0] = (random[0]! & 0x3f) | 0x80;
  const time = lastMs.toString(16).padStart(12, '0');
  let tail = '';
  for (const byte of random) tail += byte.toString(16).padStart(2, '0');
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}` as T;
}
