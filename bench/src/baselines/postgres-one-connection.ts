/**
 * Goal 8's other yardstick: the same change over one PostgreSQL connection, one commit each. Both writes are one
 * statement, so that a change costs one round trip: the best that one connection can do without batching.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { StartJob } from '../job.ts';

const CALLS = 5_000;
const EVENT_BODY = JSON.stringify({ kind: 'call.approved', note: 'x'.repeat(300) });
const CHANGE = `
  WITH changed AS (UPDATE call SET status = $2, changed_at = $3 WHERE id = $1 RETURNING id)
  INSERT INTO event (call_id, body, hash) SELECT id, $4, $5 FROM changed`;

export const startJob: StartJob = async ({ postgresUrl }) => {
  if (!postgresUrl) throw new Error('this baseline needs PostgreSQL');
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`
    CREATE TABLE call (id text PRIMARY KEY, status text NOT NULL, changed_at bigint NOT NULL);
    CREATE TABLE event (
      position bigserial PRIMARY KEY, call_id text NOT NULL, body text NOT NULL, hash bytea NOT NULL
    );
    CREATE INDEX event_by_call ON event (call_id);
    INSERT INTO call SELECT 'call-' || n, 'pending', 0 FROM generate_series(0, ${CALLS - 1}) n;
  `);

  let changes = 0;
  let lastHash = Buffer.alloc(32);
  const change = async () => {
    const callId = `call-${changes++ % CALLS}`;
    // The client sends in the order asked, so the chain made here is the chain in the table.
    lastHash = createHash('sha256').update(lastHash).update(callId).update(EVENT_BODY).digest();
    const values = [callId, 'approved', Date.now(), EVENT_BODY, lastHash];
    const { rowCount } = await client.query({ name: 'change', text: CHANGE, values });
    if (rowCount !== 1) throw new Error('the change was not written');
  };

  return {
    operations: { change },
    answers: { durability: () => 'PostgreSQL, fsync on' },
    stop: () => client.end(),
  };
};
