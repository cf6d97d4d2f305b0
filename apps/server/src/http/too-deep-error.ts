import { CountersignError, limits } from '@countersign/contract';

/** Values nested so deep that recursive code would run out of stack; no tool needs them. Null where it is fine. */
export function tooDeepError(value: unknown): CountersignError | null {
  if (!isDeeperThan(value, limits.jsonDepthMax)) return null;
  return new CountersignError('invalid_request', `Nest values at most ${limits.jsonDepthMax} deep.`);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(item, levels - 1)) return true;
  return false;
}
