import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Reading from either database. Building a query costs more than running it: those on the way of every call are
 * compiled once, when the store is opened, and run with the values of the moment.
 */
export type Reader = {
  readonly db: Kysely<Schema>;
  /** `values` take the places of the parameters, in their order. */
  readonly run: <Row>(query: CompiledQuery<Row>, values: readonly unknown[]) => Promise<Row[]>;
};

/** Holds the place of a value in a query that is compiled once. */
export function given<T>(): T {
  return null as T;
}
