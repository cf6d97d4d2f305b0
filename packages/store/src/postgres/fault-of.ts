import pg from 'pg';
import type { Fault } from '../database.ts';

/** Two transactions met in a way that one had to give up: nothing of it was written. */
const retryable = new Set(['40001', '40P01', '55P03']);

/**
 * Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html in which the server, not the statement, is
 * the trouble: connection, transaction ended by a timeout, resources, operator intervention, system error.
 */
const outOfReach = ['08', '25P03', '25006', '53', '57', '58', 'XX'];

export function faultOf(error: unknown): Fault {
  // What the server itself did not say comes from the socket or from the client: the connection is gone.
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return 'unavailable';
  const { code } = error;
  if (retryable.has(code)) return 'retry';
  return outOfReach.some((prefix) => code.startsWith(prefix)) ? 'unavailable' : 'refused';
}
