import type { ProposalKind, ToolCallId } from '@countersign/contract';
import type { Tally } from './tally.ts';

/** Requests under one rule that are about the same. */
export type Kind = {
  /** In words; null where nothing is safe to say of such calls as a whole. */
  readonly what: string | null;
  readonly newestCallId: ToolCallId;
  /** One of HIGH risk may be asked about for ever. */
  readonly isHigh: boolean;
  readonly tally: Tally;
  /** How many of them came from the session that asked most. */
  readonly inOneSession: number;
};

export type Proposal = { readonly kind: ProposalKind; readonly about: Kind | null };

/** When something is proposed, and from how many requests on. Shares are of those that were answered or ran out. */
const proposalRules = {
  /** Never approved, but rejected so often. */
  deny: { rejectedMin: 5 },
  /** Nobody is there to answer. */
  unanswered: { closedMin: 4, expiredShareMin: 0.5 },
  /** Nearly always approved, and mostly by somebody who can have read it: what nobody reads is no reason to ask less. */
  allow: { closedMin: 10, approvedShareMin: 0.95 },
  /** One session asks for the same again and again. */
  remember: { inOneSessionMin: 5, approvedShareMin: 0.8 },
  /** Approvals come too fast to have been read. */
  read: { approvedMin: 5, hastyShareMin: 0.5 },
} as const;

/**
 * What would make a rule ask less, or be answered better. What was rejected comes first: to ask less about it is safe.
 * Only calls that can be told apart from others are proposed to be allowed or remembered.
 */
export function propose(rule: Kind, kinds: readonly Kind[]): Proposal {
  const named = kinds.filter(({ what }) => what !== null).toSorted((one, other) => other.tally.asked - one.tally.asked);
  const candidates: readonly (readonly [ProposalKind, Kind | undefined])[] = [
    ['deny', [rule, ...named].find(isNeverApproved)],
    ['unanswered', isUnanswered(rule) ? rule : undefined],
    ['allow', named.find(isAlwaysApproved)],
    ['remember', named.find(isAskedAgain)],
    ['read', isUnread(rule) ? rule : undefined],
  ];
  for (const [kind, about] of candidates) if (about) return { kind, about };
  return { kind: 'keep', about: null };
}

function isNeverApproved({ tally }: Kind): boolean {
  return tally.approved === 0 && tally.rejected >= proposalRules.deny.rejectedMin;
}

function isUnanswered({ tally }: Kind): boolean {
  const { closedMin, expiredShareMin } = proposalRules.unanswered;
  return closed(tally) >= closedMin && tally.expired >= closed(tally) * expiredShareMin;
}

function isAlwaysApproved({ tally, isHigh }: Kind): boolean {
  if (isHigh) return false;
  const { closedMin, approvedShareMin } = proposalRules.allow;
  return closed(tally) >= closedMin && tally.approved >= closed(tally) * approvedShareMin && !isMostlyHasty(tally);
}

function isAskedAgain({ tally, inOneSession }: Kind): boolean {
  const { inOneSessionMin, approvedShareMin } = proposalRules.remember;
  return inOneSession >= inOneSessionMin && tally.approved >= closed(tally) * approvedShareMin && tally.approved > 0;
}

function isUnread({ tally }: Kind): boolean {
  return tally.approved >= proposalRules.read.approvedMin && isMostlyHasty(tally);
}

function isMostlyHasty({ approved, hasty }: Tally): boolean {
  return hasty > 0 && hasty >= approved * proposalRules.read.hastyShareMin;
}

function closed({ approved, rejected, expired }: Tally): number {
  return approved + rejected + expired;
}
