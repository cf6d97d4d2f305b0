import { setImmediate } from 'node:timers/promises';
import { cutText, grantOffers, matcherText } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { callToCover } from '../grants/past-coverage.ts';
import type { ApprovalFacts } from '../ports/records.ts';
import { figureLimits } from './limits.ts';
import type { Kind } from './propose.ts';
import { tallyOf } from './tally.ts';

/**
 * The newest requests of each rule, told apart by what could be remembered of them: what one remembered decision answers
 * for is about the same. They are judged by the policy of now, from what is kept of them: their masked arguments.
 */
export async function kindsOfRequests(
  plane: ControlPlane,
  requests: readonly ApprovalFacts[],
): Promise<ReadonlyMap<string, readonly Kind[]>> {
  const judged = requests.slice(0, figureLimits.approvalsJudgedMax);
  const words = await wordsOf(plane, judged);
  const byRule = Map.groupBy(judged, ({ ruleId }) => ruleId);
  return new Map(
    [...byRule].map(([ruleId, ofRule]) => {
      const alike = Map.groupBy(ofRule, ({ callId }) => words.get(callId)?.what ?? null);
      return [ruleId, [...alike].map(([what, same]) => kindOf(what, same, words))];
    }),
  );
}

/** Newest first, as they come from the store. */
export function kindOf(
  what: string | null,
  requests: readonly ApprovalFacts[],
  words: ReadonlyMap<string, Words> = new Map(),
): Kind {
  const sessions = Map.groupBy(requests, ({ sessionId }) => sessionId);
  return {
    what,
    newestCallId: requests[0]!.callId,
    isHigh: requests.some(({ callId }) => words.get(callId)?.isHigh ?? true),
    tally: tallyOf(requests),
    inOneSession: Math.max(...[...sessions.values()].map(({ length }) => length)),
  };
}

type Words = { readonly what: string; readonly isHigh: boolean };

async function wordsOf(plane: ControlPlane, requests: readonly ApprovalFacts[]): Promise<ReadonlyMap<string, Words>> {
  const words = new Map<string, Words>();
  for (let from = 0; from < requests.length; from += figureLimits.judgedAtOnceMax) {
    const some = requests.slice(from, from + figureLimits.judgedAtOnceMax);
    for (const call of await plane.store.findCalls(some.map(({ callId }) => callId))) {
      const what = whatItIs(plane, call);
      if (what !== null) words.set(call.id, { what, isHigh: call.request.riskLevel === 'HIGH' });
    }
    await setImmediate();
  }
  return words;
}

/** Null for calls that have nothing in common with others which is safe to name. */
function whatItIs(plane: ControlPlane, call: ToolCall): string | null {
  const [toCover] = callToCover(plane, call);
  if (!toCover) return null;
  const offers = grantOffers(toCover);
  const offer = offers.find(({ scope }) => scope === 'class') ?? offers.find(({ scope }) => scope === 'exact');
  return offer ? cutText(matcherText(offer.matcher), figureLimits.whatLengthMax) : null;
}
