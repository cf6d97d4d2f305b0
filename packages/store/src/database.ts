import type { RowWrite, SqlRow } from './commit/row-write.ts';
import type { NameRow } from './names/names.ts';
import type { Reader } from './reads/reader.ts';

export type Dialect = 'sqlite' | 'postgres';

/** What the store needs of a database; SQLite and PostgreSQL each are one. */
export type Database = {
  /** For reading only: never sees a transaction that is not committed. */
  readonly reader: Reader;

  /** Runs the work in a transaction. It ends with `commit`; where it throws or ends without, nothing was written. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;

  /** What to do about an error of `transact` or of a read. */
  faultOf(error: unknown): Fault;

  /** Calls back when somebody else may have added to the log. Returns how to stop. */
  watch(look: () => void): () => void;

  close(): Promise<void>;
};

/**
 * `retry`: nothing was written, and the same again may succeed. `unavailable`: the database is out of reach, and what
 * was being committed may or may not be there. `refused`: this work cannot be done; other work can.
 */
export type Fault = 'retry' | 'unavailable' | 'refused';

/**
 * The writes of one batch. Each is sent at once and takes effect in the order of the calls, so a caller need not wait
 * for one before it asks for the next: over a network that saves a round trip each. After a failed one nothing is
 * done any more, and `commit` fails too.
 */
export type Transaction = {
  /** Says which rows were written, by their keys, where the write asks for that; an empty set otherwise. */
  write(write: RowWrite, rows: readonly SqlRow[]): Promise<ReadonlySet<string>>;
  /** Gives a number to each text that has none yet, and says all of them. */
  numberNames(texts: readonly string[]): Promise<readonly NameRow[]>;
  /** Takes the log's lock and the next places in it. Returns the new head. */
  advanceHead(count: number): Promise<number>;
  readChains(chainNos: readonly number[]): Promise<readonly ChainTip[]>;
  /** Wakes those who watch, once it is committed. */
  announce(headSeq: number): Promise<void>;
  commit(): Promise<void>;
};

export type ChainTip = { readonly chain_no: number; readonly length: number; readonly head_hash: Uint8Array };
