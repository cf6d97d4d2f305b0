/** What a check found. `warn`: it works, but not as well as it could. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly said: string;
  /** What to do about it. */
  readonly next: string | null;
};

export function ok(check: string, said: string): Finding {
  return { check, state: 'ok', said, next: null };
}

export function warn(check: string, said: string, next: string): Finding {
  return { check, state: 'warn', said, next };
}

export function fail(check: string, said: string, next: string): Finding {
  return { check, state: 'fail', said, next };
}
