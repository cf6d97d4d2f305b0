import { type Change, eventHash, type FeedEvent, genesisHash } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { ChainTip, Transaction } from '../database.ts';
import { eventRow } from '../rows/event.ts';
import type { EventChainRow, EventRow } from '../schema.ts';
import { insertRows } from './row-write.ts';

/**
 * Appends the events of each change to the log and commits. The lock on the log's head is taken here and held to the
 * end, which makes the numbers gapless and in the order of commits, with any number of replicas. `before` is what was
 * sent earlier in the transaction and is waited for together with it.
 */
export async function logEvents(
  transaction: Transaction,
  changes: readonly Change[],
  before: readonly Promise<unknown>[],
): Promise<FeedEvent[][]> {
  const count = changes.reduce((sum, change) => sum + change.events.length, 0);
  if (count === 0) {
    await Promise.all([...before, transaction.commit()]);
    return changes.map(() => []);
  }

  const chainIds = new Set(changes.flatMap((change) => change.events.map((event) => event.chainId)));
  const head = transaction.advanceHead(count);
  // A statement of its own, after the lock: in the same one PostgreSQL would show it the chains of before the wait.
  const tips = transaction.readChains([...chainIds]);
  const [headSeq, chainTips] = await Promise.all([head, tips, ...before]);

  const log = new Log(headSeq - count, chainTips);
  const logged = changes.map((change) => log.append(change));
  await Promise.all([
    transaction.write(insertEvents, log.rows),
    transaction.write(putChains, [...log.chains.values()]),
    transaction.announce(headSeq),
    transaction.commit(),
  ]);
  return logged;
}

class Log {
  readonly rows: EventRow[] = [];
  readonly chains: Map<string, EventChainRow>;
  #seq: number;

  constructor(headSeq: number, tips: readonly ChainTip[]) {
    this.#seq = headSeq;
    this.chains = new Map(tips.map((tip) => [tip.chain_id, { ...tip, last_seq: 0 }]));
  }

  append(change: Change): FeedEvent[] {
    const call = callOf(change);
    return change.events.map((event) => {
      const seq = ++this.#seq;
      const numbered = { ...event, seq };
      const chain = this.chains.get(event.chainId);
      const hash = eventHash(chain?.head_hash ?? genesisHash, numbered);
      if (chain) {
        chain.length += 1;
        chain.last_seq = seq;
        chain.head_hash = hash;
      } else {
        this.chains.set(event.chainId, { chain_id: event.chainId, length: 1, last_seq: seq, head_hash: hash });
      }
      const stored = call ? { ...numbered, hash, call } : { ...numbered, hash };
      this.rows.push(eventRow(stored));
      return stored;
    });
  }
}

/** The call the change is about, so that listeners in this process need not read it. */
function callOf({ guard, following }: Change): ToolCall | null {
  if (guard.kind === 'call') return guard.call;
  return following?.find((write) => write.kind === 'new_call')?.call ?? null;
}

const insertEvents = insertRows<EventRow>(
  'events',
  {
    seq: 'bigint',
    chain_id: 'text',
    project_id: 'text',
    type: 'text',
    subject_id: 'text',
    parent_id: 'text',
    actor: 'text',
    at: 'bigint',
    data: 'text',
    hash: 'text',
  },
  { key: ['seq'], role: 'following' },
);

const putChains = insertRows<EventChainRow>(
  'event_chains',
  { chain_id: 'text', length: 'bigint', last_seq: 'bigint', head_hash: 'text' },
  {
    key: ['chain_id'],
    role: 'following',
    onConflict:
      '(chain_id) do update set length = excluded.length, last_seq = excluded.last_seq, head_hash = excluded.head_hash',
  },
);
