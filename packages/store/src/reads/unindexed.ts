import { type RawBuilder, sql } from 'kysely';

/**
 * A column, written so that no index on it is considered. Where a session or an agent is given as well as its project,
 * only the narrower index is any good, and a planner without statistics cannot know that.
 */
export function unindexed(column: 'project_id' | 'session_id'): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} || '')`;
}

export function unindexedNumber(column: 'project_no'): RawBuilder<number> {
  return sql<number>`(${sql.ref(column)} + 0)`;
}
