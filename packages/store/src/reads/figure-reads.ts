import { setImmediate } from 'node:timers/promises';
import type { ApprovalFacts, CallCount, CallOutcome, Store } from '@countersign/control-plane';
import { sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import type { NamedRows } from '../names/named-rows.ts';
import type { Names } from '../names/names.ts';
import { approvalStatusOf, callStatusCodes } from '../rows/codes.ts';
import { unpackId } from '../rows/packed-text.ts';
import { ruleIdOf } from '../rows/tool-call.ts';
import type { Reader } from './reader.ts';

type FigureReads = Pick<Store, 'countCalls' | 'countGrantHits' | 'listApprovalFacts'>;

/**
 * What is counted, the database counts: rows of calls are long, and there are many. It does so in slices, between which
 * others get their turn: SQLite counts while the event loop stands still.
 */
export function figureReads({ db }: Reader, named: NamedRows): FigureReads {
  /** The calls of a project before a place, newest first, in groups. */
  const countSlice = async (projectNo: number, before: number | null, since: number, limit: number) => {
    let calls = db
      .selectFrom('call_rows')
      .select(['no', 'terms_no', 'created_at', outcomeCode.as('outcome')])
      .where('project_no', '=', projectNo);
    if (before !== null) calls = calls.where('no', '<', before);
    const rows = await db
      .selectFrom(calls.orderBy('no', 'desc').limit(limit).as('newest'))
      .select(({ fn }) => [
        'terms_no',
        'outcome',
        fn.countAll<number>().as('calls'),
        fn.min('created_at').as('first_at'),
        fn.max('created_at').as('last_at'),
        fn.min('no').as('first_no'),
      ])
      .where('created_at', '>=', since)
      .groupBy(['terms_no', 'outcome'])
      .execute();
    const counts = await named.all(rows, callCountOf);
    return { counts, calls: sum(counts.map((count) => count.calls)), firstNo: Math.min(...rows.map(firstNoOf)) };
  };

  /** The requests for approval of a project before a place, newest first. */
  const factsSlice = async (projectNo: number, before: number | null, limit: number) => {
    let query = db
      .selectFrom('approval_rows as asked')
      .innerJoin('call_rows as call', 'call.no', 'asked.call_no')
      .select([
        'call.id as call_id',
        'call.terms_no',
        'call.tool_name_no',
        'asked.call_no',
        'asked.session_no',
        'asked.status',
        'asked.requested_at',
        'asked.verb_no',
        'asked.decided_at',
        'asked.shown_length',
      ])
      .where('asked.project_no', '=', projectNo);
    if (before !== null) query = query.where('asked.call_no', '<', before);
    const rows = await query.orderBy('asked.call_no', 'desc').limit(limit).execute();
    return { facts: await named.all(rows, approvalFactsOf), firstNo: rows.at(-1)?.call_no ?? 0 };
  };

  return {
    async countCalls({ projectId, since, limit }) {
      const projectNo = await named.numberOf(projectId);
      const counted: CallCount[] = [];
      let before: number | null = null;
      for (let left = limit; left > 0; ) {
        const wanted = Math.min(left, storeLimits.countedCallsPerQuery);
        const slice = await countSlice(projectNo, before, since, wanted);
        counted.push(...slice.counts);
        // Fewer: there are no more, or they are older.
        if (slice.calls < wanted) break;
        left -= slice.calls;
        before = slice.firstNo;
        await setImmediate();
      }
      return counted;
    },

    async countGrantHits(grantIds) {
      if (grantIds.length === 0) return [];
      const numbers = await Promise.all(grantIds.map((grantId) => named.numberOf(grantId)));
      const rows = await db
        .selectFrom('call_rows')
        .select(({ fn }) => ['grant_no', fn.countAll<number>().as('hits'), fn.max('created_at').as('last_hit_at')])
        .where('grant_no', 'in', numbers)
        // Said in these words, it lets the index be used.
        .where('grant_no', 'is not', null)
        .groupBy('grant_no')
        .execute();
      const counted = new Map(rows.map((row) => [row.grant_no, row]));
      return grantIds.flatMap((grantId, index) => {
        const row = counted.get(numbers[index]!);
        return row ? [{ grantId, hits: Number(row.hits), lastHitAt: Number(row.last_hit_at) }] : [];
      });
    },

    async listApprovalFacts({ projectId, since, limit }) {
      const projectNo = await named.numberOf(projectId);
      const found: ApprovalFacts[] = [];
      let before: number | null = null;
      while (found.length < limit) {
        const wanted = Math.min(limit - found.length, storeLimits.countedApprovalsPerQuery);
        const slice = await factsSlice(projectNo, before, wanted);
        const recent = slice.facts.filter(({ requestedAt }) => requestedAt >= since);
        found.push(...recent);
        if (recent.length < wanted) break;
        before = slice.firstNo;
        await setImmediate();
      }
      return found;
    },
  };
}

const outcomes: readonly CallOutcome[] = ['asked', 'granted', 'allowed', 'denied', 'undecided'];

/** As an index into `outcomes`. A call that was refused or given up before it was decided on has none of the first four. */
const outcomeCode = sql<number>`case
  when approval_id is not null then 0
  when grant_no is not null then 1
  when approved_at is not null then 2
  when status = ${sql.lit(callStatusCodes.rejected)} then 3
  else 4 end`;

type CountRow = {
  terms_no: number;
  outcome: number;
  calls: number;
  first_at: number;
  last_at: number;
  first_no: number;
};

function firstNoOf({ first_no }: CountRow): number {
  return Number(first_no);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** PostgreSQL counts in a type that is told as text. */
function callCountOf(row: CountRow, names: Names): CallCount {
  return {
    ruleId: ruleIdOf(row.terms_no, names),
    outcome: outcomes[row.outcome]!,
    calls: Number(row.calls),
    firstAt: Number(row.first_at),
    lastAt: Number(row.last_at),
  };
}

type FactsRow = {
  call_id: Uint8Array;
  terms_no: number;
  tool_name_no: number;
  session_no: number;
  status: number;
  requested_at: number;
  verb_no: number | null;
  decided_at: number | null;
  shown_length: number | null;
};

function approvalFactsOf(row: FactsRow, names: Names): ApprovalFacts {
  return {
    callId: unpackId(row.call_id),
    sessionId: names.textOf(row.session_no),
    toolName: names.textOf(row.tool_name_no),
    ruleId: ruleIdOf(row.terms_no, names),
    status: approvalStatusOf(row.status),
    requestedAt: row.requested_at,
    verb: names.textOrNull(row.verb_no),
    decidedAt: row.decided_at,
    shownLength: row.shown_length,
  } as ApprovalFacts;
}
