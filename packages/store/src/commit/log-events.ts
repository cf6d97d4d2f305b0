import { type Change, eventHash, type FeedEvent, genesisHash } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { ChainTip, Transaction } from '../database.ts';
import { placedEventRow, type UnplacedEventRow } from '../rows/event.ts';
import { packHash, unpackHash } from '../rows/packed-text.ts';
import type { EventChainRow, EventRow } from '../schema.ts';
import type { PlannedChange } from './plan-changes.ts';
import { insertRows } from './row-write.ts';

/**
 * Appends the events of each change to the log and commits. The lock on the log's head is taken here and held to the
 * end, which makes the numbers gapless and in the order of commits, with any number of replicas. `before` is what was
 * sent earlier in the transaction and is waited for together with it.
 */
export async function logEvents(
  transaction: Transaction,
  changes: readonly PlannedChange[],
  before: readonly Promise<unknown>[],
): Promise<FeedEvent[][]> {
  const count = changes.reduce((sum, { events }) => sum + events.length, 0);
  if (count === 0) {
    await Promise.all([...before, transaction.commit()]);
    return changes.map(() => []);
  }

  const chainNos = new Set(changes.flatMap(({ events }) => events.map((event) => event.chain_no)));
  const head = transaction.advanceHead(count);
  // A statement of its own, after the lock: in the same one PostgreSQL would show it the chains of before the wait.
  const tips = transaction.readChains([...chainNos]);
  const [headSeq, chainTips] = await Promise.all([head, tips, ...before]);

  const log = new Log(headSeq - count, chainTips);
  const logged = changes.map(({ change, events }) => log.append(change, events));
  await Promise.all([
    transaction.write(insertEvents, log.rows),
    transaction.write(putChains, log.chainRows()),
    transaction.announce(headSeq),
    transaction.commit(),
  ]);
  return logged;
}

type Chain = { length: number; lastSeq: number; headHash: string };

class Log {
  readonly rows: EventRow[] = [];
  readonly #chains = new Map<number, Chain>();
  #seq: number;

  constructor(headSeq: number, tips: readonly ChainTip[]) {
    this.#seq = headSeq;
    for (const { chain_no, length, head_hash } of tips) {
      this.#chains.set(chain_no, { length, lastSeq: 0, headHash: unpackHash(head_hash) });
    }
  }

  append(change: Change, rows: readonly UnplacedEventRow[]): FeedEvent[] {
    const call = callOf(change);
    return change.events.map((event, index) => {
      const row = rows[index]!;
      const seq = ++this.#seq;
      const numbered = { ...event, seq };
      const chain = this.#chainOf(row.chain_no);
      const hash = eventHash(chain.headHash, numbered);
      chain.length += 1;
      chain.lastSeq = seq;
      chain.headHash = hash;
      this.rows.push(placedEventRow(row, seq, hash));
      return call ? { ...numbered, hash, call } : { ...numbered, hash };
    });
  }

  chainRows(): EventChainRow[] {
    return [...this.#chains].map(([chain_no, { length, lastSeq, headHash }]) => {
      return { chain_no, length, last_seq: lastSeq, head_hash: packHash(headHash) };
    });
  }

  #chainOf(no: number): Chain {
    let chain = this.#chains.get(no);
    if (!chain) {
      chain = { length: 0, lastSeq: 0, headHash: genesisHash };
      this.#chains.set(no, chain);
    }
    return chain;
  }
}

/** The call the change is about, so that listeners in this process need not read it. */
function callOf({ guard, following }: Change): ToolCall | null {
  if (guard.kind === 'call') return guard.call;
  return following?.find((write) => write.kind === 'new_call')?.call ?? null;
}

const insertEvents = insertRows<EventRow>(
  'event_rows',
  {
    seq: 'bigint',
    chain_no: 'bigint',
    project_no: 'bigint',
    type_no: 'bigint',
    subject_id: 'bytea',
    parent_id: 'bytea',
    actor_no: 'bigint',
    at: 'bigint',
    keys_no: 'bigint',
    data: 'text',
    hash: 'bytea',
  },
  { key: ['seq'], role: 'following' },
);

const putChains = insertRows<EventChainRow>(
  'event_chains',
  { chain_no: 'bigint', length: 'bigint', last_seq: 'bigint', head_hash: 'bytea' },
  {
    key: ['chain_no'],
    role: 'following',
    onConflict:
      '(chain_no) do update set length = excluded.length, last_seq = excluded.last_seq, head_hash = excluded.head_hash',
  },
);
