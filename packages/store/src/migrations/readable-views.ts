import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../database.ts';
import { approvalStatusCodes, callStatusCodes } from '../rows/codes.ts';

/**
 * L10: calls, approvals and events in words, for whoever writes a report or looks by hand. The tables behind them,
 * `call_rows`, `approval_rows` and `event_rows`, are made for speed and size.
 */
export async function createReadableViews(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const id = idOf[dialect];
  for (const view of [callsView(id), executionsView, approvalsView(id), eventsView(id)])
    await sql.raw(view).execute(db);
}

type IdOf = (column: string) => string;

function callsView(id: IdOf): string {
  return `
    create view tool_calls as
    select
      ${id('call.id')} as id, users.text as user_id, projects.text as project_id, sessions.text as session_id,
      agents.text as agent_id, ${id('call.approval_id')} as approval_id, tools.text as tool_name, call.tool_params,
      call.sealed_arguments, call.result, risks.text as risk_level, call.reasons,
      case when call.approval_id is null then 0 else 1 end as requires_approval,
      ${wordOf('call.status', callStatusCodes)} as status, call.error, errors.text as error_type,
      call.execution_time_ms, call.created_at, call.approved_at, call.completed_at
    from call_rows as call
    join names as users on users.no = call.user_no
    join names as projects on projects.no = call.project_no
    join names as sessions on sessions.no = call.session_no
    join names as agents on agents.no = call.agent_no
    join names as tools on tools.no = call.tool_name_no
    join names as risks on risks.no = call.risk_level_no
    left join names as errors on errors.no = call.error_type_no`;
}

/** With the columns of an execution's record and no others. */
const executionsView = `
    create view tool_executions as
    select id, user_id, project_id, session_id, approval_id, tool_name, tool_params, result, risk_level,
      requires_approval, status, error, error_type, execution_time_ms, created_at, completed_at, approved_at
    from tool_calls`;

function approvalsView(id: IdOf): string {
  return `
    create view approvals as
    select
      ${id('asked.id')} as id, ${id('call.id')} as call_id, projects.text as project_id, sessions.text as session_id,
      ${wordOf('asked.status', approvalStatusCodes)} as status, asked.requested_at, asked.deadline_at,
      verbs.text as verb, people.text as decided_by, asked.decided_at, asked.feedback, ${id('asked.grant_id')} as grant_id
    from approval_rows as asked
    join call_rows as call on call.no = asked.call_no
    join names as projects on projects.no = asked.project_no
    join names as sessions on sessions.no = asked.session_no
    left join names as verbs on verbs.no = asked.verb_no
    left join names as people on people.no = asked.decided_by_no`;
}

function eventsView(id: IdOf): string {
  return `
    create view events as
    select
      event.seq, chains.text as chain_id, projects.text as project_id, types.text as type,
      ${id('event.subject_id')} as subject_id,
      case when length(event.parent_id) = 0 then chains.text else ${id('event.parent_id')} end as parent_id,
      actors.text as actor, event.at, keys.text as keys, event.data, event.hash
    from event_rows as event
    join names as chains on chains.no = event.chain_no
    left join names as projects on projects.no = event.project_no
    join names as types on types.no = event.type_no
    join names as actors on actors.no = event.actor_no
    left join names as keys on keys.no = event.keys_no`;
}

function wordOf(column: string, codes: Readonly<Record<string, number>>): string {
  const cases = Object.entries(codes).map(([word, code]) => `when ${code} then '${word}'`);
  return `case ${column} ${cases.join(' ')} end`;
}

/** The opposite of `packId`: 16 bytes are a UUID, anything else is text behind one mark or two. */
const idOf: { readonly [Name in Dialect]: IdOf } = {
  sqlite(column) {
    const part = (from: number, length: number): string => `substr(lower(hex(${column})), ${from}, ${length})`;
    const uuid = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)].join(` || '-' || `);
    const from = `case when substr(${column}, 2, 1) = x'ff' then 3 else 2 end`;
    return `case length(${column}) when 16 then ${uuid} else cast(substr(${column}, ${from}) as text) end`;
  },
  postgres(column) {
    const from = `case when substr(${column}, 2, 1) = '\\xff'::bytea then 3 else 2 end`;
    return `case length(${column}) when 16 then encode(${column}, 'hex')::uuid::text
      else convert_from(substr(${column}, ${from}), 'UTF8') end`;
  },
};
