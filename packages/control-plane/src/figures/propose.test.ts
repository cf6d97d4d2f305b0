import type { ToolCallId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { type Kind, propose } from './propose.ts';
import type { Tally } from './tally.ts';

const nothing: Tally = {
  asked: 0,
  approved: 0,
  rejected: 0,
  expired: 0,
  withdrawn: 0,
  waiting: 0,
  medianMs: null,
  hasty: 0,
};

function aKind(counts: Partial<Tally>, given: Partial<Kind> = {}): Kind {
  const { approved = 0, rejected = 0, expired = 0 } = counts;
  return {
    what: 'npm test',
    newestCallId: 'newest' as ToolCallId,
    isHigh: false,
    tally: { ...nothing, asked: approved + rejected + expired, ...counts },
    inOneSession: 1,
    ...given,
  };
}

describe('what is proposed for a rule', () => {
  it.each<[string, string, Kind, string | null]>([
    ['keep', 'nothing stands out', aKind({ approved: 9, rejected: 1 }), null],
    ['deny', 'it was rejected and never approved', aKind({ rejected: 5 }), 'npm test'],
    ['keep', 'it was rejected, but not often', aKind({ rejected: 4 }), null],
    ['unanswered', 'half of it ran out', aKind({ approved: 2, expired: 2 }), 'npm test'],
    ['keep', 'hardly anything was asked', aKind({ expired: 3 }), null],
    ['allow', 'nearly all of it was approved', aKind({ approved: 19, rejected: 1 }), 'npm test'],
    ['keep', 'too much of it was not approved', aKind({ approved: 9, rejected: 1 }), null],
    ['keep', 'it is of HIGH risk', aKind({ approved: 20 }, { isHigh: true }), null],
    ['remember', 'one session asks again and again', aKind({ approved: 5 }, { inOneSession: 5 }), 'npm test'],
    ['remember', 'it does so for HIGH risk', aKind({ approved: 20 }, { isHigh: true, inOneSession: 9 }), 'npm test'],
    ['read', 'approvals come too fast', aKind({ approved: 6, hasty: 3 }), 'npm test'],
    ['read', 'all is approved, but nobody can have read it', aKind({ approved: 20, hasty: 10 }), 'npm test'],
  ])('%s, where %s', (kind, _, given, what) => {
    const { kind: proposed, about } = propose(given, [given]);
    expect([proposed, about?.what ?? null]).toEqual([kind, what]);
  });

  it('is about the calls that it is true of, the most frequent first', () => {
    const rule = aKind({ approved: 30, rejected: 8 }, { what: 'bash' });
    const build = aKind({ approved: 12 }, { what: 'npm run build' });
    const test = aKind({ approved: 18 }, { what: 'npm test' });
    const push = aKind({ rejected: 5 }, { what: 'git push' });
    expect(propose(rule, [build, test])).toEqual({ kind: 'allow', about: test });
    expect(propose(rule, [build, test, push])).toEqual({ kind: 'deny', about: push });
  });

  it('never widens what cannot be told apart from other calls', () => {
    const unnamed = aKind({ approved: 40 }, { what: null, inOneSession: 40 });
    expect(propose({ ...unnamed, what: 'bash' }, [unnamed])).toEqual({ kind: 'keep', about: null });
  });
});
