import type { Outcome, Verdict } from '../verdict.ts';

export type Change<Call> = { readonly call: Call; readonly before: Verdict; readonly after: Verdict };

export type Simulation<Call> = {
  readonly calls: number;
  readonly unchanged: number;
  /** Calls with another outcome, by the outcome that they would have now. */
  readonly newly: Readonly<Record<Outcome, readonly Change<Call>[]>>;
};

/** G6: what another policy would do to calls that were made. Nothing is run. */
export function simulate<Call>(
  calls: Iterable<Call>,
  before: (call: Call) => Verdict,
  after: (call: Call) => Verdict,
): Simulation<Call> {
  const newly: Record<Outcome, Change<Call>[]> = { allow: [], ask: [], deny: [] };
  let count = 0;
  let unchanged = 0;
  for (const call of calls) {
    count += 1;
    const change = { call, before: before(call), after: after(call) };
    if (change.before.outcome === change.after.outcome) unchanged += 1;
    else newly[change.after.outcome].push(change);
  }
  return { calls: count, unchanged, newly };
}
