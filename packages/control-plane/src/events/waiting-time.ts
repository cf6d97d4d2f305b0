import type { Draft } from './draft.ts';
import { standingOf } from './node-status.ts';

type Interval = { readonly from: number; readonly to: number };

/** W4: how long a person was waited for, up to `now`: the time in which nothing else of the node worked. */
export function waitedMs(draft: Draft, now: number): number {
  switch (draft.kind) {
    case 'tool_call':
      return lengthOf(waitsOf(draft, now));
    case 'turn': {
      const calls = draft.children.filter(({ kind }) => kind === 'tool_call');
      const waits = united(calls.flatMap((call) => waitsOf(call, now)));
      const works = united([...modelStep(draft), ...calls.flatMap((call) => worksOf(call, now))]);
      return lengthOf(waits) - lengthOf(overlap(waits, works));
    }
    default:
      return draft.children.reduce((sum, child) => sum + waitedMs(child, now), 0);
  }
}

function waitsOf(call: Draft, now: number): Interval[] {
  const waits: Interval[] = [];
  let from: number | null = null;
  for (const { type, at } of call.events) {
    if (type === 'approval.requested') from = at;
    else if (type.startsWith('approval.') && from !== null) {
      waits.push({ from, to: at });
      from = null;
    }
  }
  if (from !== null) waits.push({ from, to: Math.max(from, now) });
  return waits;
}

/** What is left of its time. */
function worksOf(call: Draft, now: number): Interval[] {
  const from = call.events[0]?.at;
  if (from === undefined) return [];
  const works: Interval[] = [];
  let at = from;
  for (const wait of waitsOf(call, now)) {
    works.push({ from: at, to: wait.from });
    at = wait.to;
  }
  works.push({ from: at, to: standingOf(call).endedAt ?? Math.max(at, now) });
  return works;
}

function modelStep(turn: Draft): Interval[] {
  const from = turn.events[0]?.at;
  const to = turn.events.find(({ type }) => type === 'turn.answered')?.at;
  return from === undefined || to === undefined ? [] : [{ from, to }];
}

function united(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const interval of intervals.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && interval.from <= last.to) joined[joined.length - 1] = { ...last, to: Math.max(last.to, interval.to) };
    else joined.push(interval);
  }
  return joined;
}

function overlap(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const both = some.flatMap((one) =>
    others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })),
  );
  return both.filter(({ from, to }) => to > from);
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { from, to }) => sum + to - from, 0);
}
