import { type FiguresView, isoTime, type ProjectId, type RuleFigures } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { ApprovalFacts, CallCount, CallOutcome } from '../ports/records.ts';
import { bucketsOf, hourlyLoad, lastDays } from './buckets.ts';
import { kindOf, kindsOfRequests } from './kinds-of-requests.ts';
import { figureLimits } from './limits.ts';
import { type Kind, propose } from './propose.ts';
import { type Tally, tallyOf } from './tally.ts';

/** How much people of a project were asked in the last days, and what became of it: whether anyone still reads. */
export async function readFigures(plane: ControlPlane, projectId: ProjectId, days: number): Promise<FiguresView> {
  const { callsCountedMax, approvalsCountedMax, readingCharactersPerSecond } = figureLimits;
  const period = lastDays(plane.clock.now(), days);
  const { since, until, bucketMs } = period;
  const calls = await plane.store.countCalls({ projectId, since, limit: callsCountedMax });
  const requests = await plane.store.listApprovalFacts({ projectId, since, limit: approvalsCountedMax });
  const kinds = await kindsOfRequests(plane, requests);
  const tally = tallyOf(requests);
  const { perHour, busiest } = hourlyLoad(requests, period);
  return {
    since: isoTime(since),
    until: isoTime(until),
    ...countsOf(tally),
    withdrawn: tally.withdrawn,
    waiting: tally.waiting,
    per_hour: perHour,
    busiest: busiest && { from: isoTime(busiest.from), asked: busiest.asked },
    unasked: {
      allowed_by_rule: callsOf(calls, 'allowed'),
      allowed_by_grant: callsOf(calls, 'granted'),
      denied: callsOf(calls, 'denied'),
    },
    bucket_seconds: bucketMs / 1000,
    buckets: bucketsOf(requests, period).map(({ from, ...counts }) => ({ from: isoTime(from), ...counts })),
    rules: rulesOf(requests, kinds),
    reading_characters_per_second: readingCharactersPerSecond,
    is_complete: requests.length < approvalsCountedMax && callsOf(calls) < callsCountedMax,
  };
}

function callsOf(counts: readonly CallCount[], outcome?: CallOutcome): number {
  const counted = outcome === undefined ? counts : counts.filter((count) => count.outcome === outcome);
  return counted.reduce((sum, { calls }) => sum + calls, 0);
}

function countsOf({ asked, approved, rejected, expired, medianMs, hasty }: Tally) {
  return { asked, approved, rejected, expired, median_seconds: medianMs === null ? null : medianMs / 1000, hasty };
}

/** Those that ask most come first. */
function rulesOf(requests: readonly ApprovalFacts[], kinds: ReadonlyMap<string, readonly Kind[]>): RuleFigures[] {
  return [...Map.groupBy(requests, ({ ruleId }) => ruleId)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, figureLimits.rulesMax)
    .map(([ruleId, ofRule]) => ruleFigures(ruleId, ofRule, kinds.get(ruleId) ?? []));
}

function ruleFigures(ruleId: string, requests: readonly ApprovalFacts[], kinds: readonly Kind[]): RuleFigures {
  const tools = mostFrequent(requests.map(({ toolName }) => toolName)).slice(0, figureLimits.toolsNamedMax);
  // A rule that asks about one kind of call is told of by that.
  const what = kinds.length === 1 ? kinds[0]!.what : null;
  const whole = kindOf(what ?? tools.join(', '), requests);
  const { kind, about } = propose(whole, kinds);
  return {
    rule_id: ruleId,
    ...countsOf(whole.tally),
    tools,
    proposal: { kind, tool_id: about?.newestCallId ?? null, what: about?.what ?? null },
  };
}

function mostFrequent(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name]) => name);
}
