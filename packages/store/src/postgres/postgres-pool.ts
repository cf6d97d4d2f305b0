import pg from 'pg';
import { storeLimits } from '../limits.ts';

const int8 = 20;

/** Our bigints are times and counts, far below 2^53. Set for our connections only, not for the whole process. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * Every query of ours has an index that leads to its rows in their order. Without statistics, as on a young table, or
 * with old ones, the planner would rather collect rows and sort them: fine for a thousand, hopeless for a million.
 */
export const alwaysByIndex = `
  set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off; set enable_incremental_sort = off;
  set enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off; set jit = off;`;

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: 'countersign',
    connectionTimeoutMillis: storeLimits.postgresTimeoutMs,
    keepAlive: true,
  };
}

/** `settings` are SQL, run once a connection: as start-up options a connection pooler in between may refuse them. */
export function openPool(
  url: string,
  options: pg.PoolConfig & { readonly settings: string; readonly onFault: (error: unknown) => void },
): pg.Pool {
  const { settings, onFault, ...rest } = options;
  const pool = new pg.Pool({ ...connectionOptions(url), ...rest });
  // A pool that was told to end has let go of its connections before they are closed; how they close is no fault.
  const report = (error: unknown): void => {
    if (!pool.ending) onFault(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    // The pool looks after the idle ones only; one that is lost in use would end the process.
    client.on('error', report);
    client.query(settings).catch(report);
  });
  return pool;
}
