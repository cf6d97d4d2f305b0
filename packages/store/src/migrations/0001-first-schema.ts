import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../database.ts';
import {
  approvalStatusCodes,
  callStatusCodes,
  nodeTypeNos,
  numberedTypes,
  outputTypeNo,
  runTypeNos,
  targetCodes,
} from '../rows/codes.ts';
import { createReadableViews } from './readable-views.ts';

/**
 * Everything the first release keeps. Foreign keys stand where rows are written seldom. The rows of a running system
 * (calls, approvals, grants, events) have none: they are written by use cases that have just read what they refer to,
 * and PostgreSQL would lock the session's and the project's row for every call.
 */
export function firstSchema(dialect: Dialect): Migration {
  const types = typesOf[dialect];
  return {
    async up(db: Kysely<never>): Promise<void> {
      await createPrincipals(db.schema, types.int);
      await createNames(db, types);
      await createCalls(db.schema, types);
      await createApprovals(db.schema, types);
      await createPreviews(db.schema, types);
      await createGrants(db.schema, types);
      await createSources(db.schema, types);
      await createContinuations(db.schema, types);
      await createRuns(db.schema, types);
      await createLog(db, types);
      await createReadableViews(db, dialect);
      await (dialect === 'sqlite' ? sealSqliteLog(db) : sealPostgresLog(db));
      // Room for the later versions of a call on its page.
      if (dialect === 'postgres') await sql`alter table call_rows set (fillfactor = 80)`.execute(db);
    },
  };
}

// Only `integer primary key` makes SQLite use the number itself as the row's place.
const typesOf = {
  sqlite: { int: 'integer', bytes: 'blob' },
  postgres: { int: 'bigint', bytes: 'bytea' },
} as const;

type Types = (typeof typesOf)[Dialect];
type Int = Types['int'];
type SchemaOf = Kysely<never>['schema'];

/** With a number that the database gives, in the order of writing. */
function numbered(table: CreateTableBuilder<string>, { int }: Types): CreateTableBuilder<string> {
  return table.addColumn('no', int, (column) =>
    int === 'bigint' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey(),
  );
}

/** An index that gives the rows of an owner in the order of their numbers, which SQLite adds to every index by itself. */
function inOrder<Column extends string>(columns: Column[], no: Column, { int }: Types): Column[] {
  return int === 'bigint' ? [...columns, no] : columns;
}

async function createPrincipals(schema: SchemaOf, int: Int): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('is_admin', int, (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .execute();
  await schema
    .createTable('projects')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', int, (column) => column.notNull())
    .execute();
  await schema
    .createTable('project_members')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('project_members_key', ['user_id', 'project_id'])
    .execute();
  await schema
    .createTable('agents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('default_session_id', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.unique())
    .addUniqueConstraint('agents_name', ['project_id', 'name'])
    .execute();
  await schema
    .createTable('runners')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('seen_at', int)
    .addColumn('announcement', 'text')
    .addUniqueConstraint('runners_name', ['project_id', 'name'])
    .execute();
  await schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('use', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('principal_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('expires_at', int)
    .addColumn('revoked_at', int)
    .execute();
  await schema.createIndex('tokens_of_principal').on('tokens').columns(['principal_id']).execute();
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('machine', 'text')
    .addColumn('created_at', int, (column) => column.notNull())
    .execute();
  await schema.createIndex('sessions_of_project').on('sessions').columns(['project_id', 'id']).execute();
  await schema.createIndex('sessions_of_agent').on('sessions').columns(['agent_id', 'id']).execute();
}

async function createNames(db: Kysely<never>, types: Types): Promise<void> {
  await numbered(db.schema.createTable('names'), types)
    .addColumn('text', 'text', (column) => column.notNull().unique())
    .execute();
  // The first names get the first numbers, which indexes can speak of.
  for (const type of numberedTypes) await sql`insert into names (text) values (${sql.lit(type)})`.execute(db);
}

async function createCalls(schema: SchemaOf, types: Types): Promise<void> {
  const { int, bytes } = types;
  await numbered(schema.createTable('call_rows'), types)
    .addColumn('id', bytes, (column) => column.notNull().unique())
    .addColumn('version', int, (column) => column.notNull())
    .addColumn('project_no', int, (column) => column.notNull())
    .addColumn('session_no', int, (column) => column.notNull())
    .addColumn('user_no', int, (column) => column.notNull())
    .addColumn('agent_no', int, (column) => column.notNull())
    .addColumn('tool_name_no', int, (column) => column.notNull())
    .addColumn('terms_no', int, (column) => column.notNull())
    .addColumn('target', int, (column) => column.notNull())
    .addColumn('machine_no', int)
    // What figures count comes before the long texts: SQLite reads a row only as far as it has to.
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('status', int, (column) => column.notNull())
    .addColumn('approval_id', bytes)
    .addColumn('approved_at', int)
    .addColumn('grant_no', int)
    .addColumn('expected_files', 'text')
    .addColumn('sealed_arguments', bytes)
    .addColumn('sealed_caller', bytes)
    .addColumn('tool_params', 'text', (column) => column.notNull())
    .addColumn('original_params', 'text')
    .addColumn('digest', bytes, (column) => column.notNull())
    .addColumn('risk_level_no', int, (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('description_shared', int, (column) => column.notNull())
    .addColumn('description_rest', 'text')
    .addColumn('agent_note', 'text')
    .addColumn('deadline_at', int)
    .addColumn('basis_no', int)
    .addColumn('nonce', bytes)
    .addColumn('claim_by', int)
    .addColumn('executor_no', int)
    .addColumn('fence', int)
    .addColumn('started_at', int)
    .addColumn('execute_by', int)
    .addColumn('cancel_requested_at', int)
    .addColumn('completed_at', int)
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('error_type_no', int)
    .addColumn('execution_time_ms', int)
    .addColumn('details', 'text')
    .addColumn('wake_at', int)
    .addColumn('reserve', bytes)
    .execute();
  await schema
    .createIndex('calls_of_project')
    .on('call_rows')
    .columns(inOrder(['project_no'], 'no', types))
    .execute();
  await schema
    .createIndex('calls_of_session')
    .on('call_rows')
    .columns(inOrder(['session_no'], 'no', types))
    .execute();
  await schema
    .createIndex('calls_of_agent')
    .on('call_rows')
    .columns(inOrder(['agent_no'], 'no', types))
    .execute();
  // Nearly every call ends completed: leaving those out keeps this index as small as what is open or went wrong.
  await schema
    .createIndex('calls_not_completed')
    .on('call_rows')
    .columns(inOrder(['project_no', 'status'], 'no', types))
    .where(sql.ref('status'), '<>', sql.lit(callStatusCodes.completed))
    .execute();
  await schema
    .createIndex('calls_due')
    .on('call_rows')
    .columns(['wake_at'])
    .where(sql.ref('wake_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('calls_of_grant')
    .on('call_rows')
    .columns(['grant_no', 'created_at'])
    .where(sql.ref('grant_no'), 'is not', null)
    .execute();
  await schema
    .createIndex('calls_for_server')
    .on('call_rows')
    .columns(['no'])
    .where(sql.ref('status'), '=', sql.lit(callStatusCodes.approved))
    .where(sql.ref('target'), '=', sql.lit(targetCodes.server))
    .execute();
}

async function createApprovals(schema: SchemaOf, types: Types): Promise<void> {
  const { int, bytes } = types;
  await schema
    .createTable('approval_rows')
    .addColumn('call_no', int, (column) => column.primaryKey())
    .addColumn('id', bytes, (column) => column.notNull())
    .addColumn('project_no', int, (column) => column.notNull())
    .addColumn('session_no', int, (column) => column.notNull())
    .addColumn('status', int, (column) => column.notNull())
    .addColumn('requested_at', int, (column) => column.notNull())
    .addColumn('deadline_at', int)
    .addColumn('verb_no', int)
    .addColumn('decided_by_no', int)
    .addColumn('decided_at', int)
    .addColumn('feedback', 'text')
    .addColumn('grant_id', bytes)
    .addColumn('shown_length', int)
    .execute();
  // Not unique: it is put by its call, and a row can be put by one key only.
  await schema.createIndex('approvals_by_id').on('approval_rows').columns(['id']).execute();
  for (const owner of ['project', 'session'] as const) {
    await schema
      .createIndex(`approvals_of_${owner}`)
      .on('approval_rows')
      .columns(inOrder([`${owner}_no`], 'call_no', types))
      .execute();
    // What is pending, and the endings that are not the ordinary one.
    await schema
      .createIndex(`approvals_of_${owner}_not_approved`)
      .on('approval_rows')
      .columns(inOrder([`${owner}_no`, 'status'], 'call_no', types))
      .where(sql.ref('status'), '<>', sql.lit(approvalStatusCodes.approved))
      .execute();
  }
}

async function createPreviews(schema: SchemaOf, { int }: Types): Promise<void> {
  await schema
    .createTable('preview_rows')
    .addColumn('call_no', int, (column) => column.primaryKey())
    .addColumn('files', 'text', (column) => column.notNull())
    .execute();
}

async function createGrants(schema: SchemaOf, { int }: Types): Promise<void> {
  await schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('matcher', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('owner_name', 'text', (column) => column.notNull())
    .addColumn('approval_id', 'text')
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('expires_at', int)
    .addColumn('revoked_at', int)
    .execute();
  await schema.createIndex('grants_of_project').on('grants').columns(['project_id', 'id']).execute();
  await schema.createIndex('grants_of_session').on('grants').columns(['session_id', 'id']).execute();
  await schema
    .createTable('idempotency_keys')
    .addColumn('principal_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['principal_id', 'key'])
    .execute();
}

async function createSources(schema: SchemaOf, { int, bytes }: Types): Promise<void> {
  await schema
    .createTable('sources')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', int, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('inventory_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('refreshed_at', int, (column) => column.notNull())
    .addColumn('refresh_error', 'text')
    .addColumn('refresh_failures', int, (column) => column.notNull())
    .addColumn('next_refresh_at', int)
    .execute();
  await schema
    .createTable('source_documents')
    .addColumn('source_id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .execute();
  await schema
    .createTable('upstream_tools')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('is_enabled', int, (column) => column.notNull())
    .addColumn('deprecated_at', int)
    .addColumn('updated_at', int, (column) => column.notNull())
    .execute();
  await schema.createIndex('tools_of_source').on('upstream_tools').columns(['source_id', 'name']).execute();
  await schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('updated_at', int, (column) => column.notNull())
    .execute();
}

async function createContinuations(schema: SchemaOf, { int, bytes }: Types): Promise<void> {
  await schema
    .createTable('continuations')
    .addColumn('call_id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('version', int, (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('next_at', int, (column) => column.notNull())
    .execute();
  await schema.createIndex('continuations_due').on('continuations').columns(['next_at']).execute();
  await schema
    .createTable('files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('bytes', int, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .execute();
}

async function createRuns(schema: SchemaOf, types: Types): Promise<void> {
  const { int, bytes } = types;
  await numbered(schema.createTable('runs'), types)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('version', int, (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('agent_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_ended', int, (column) => column.notNull())
    .addColumn('asked', 'text')
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('wake_at', int)
    .addColumn('held_by', 'text')
    .addColumn('held_until', int)
    .addColumn('state', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('runs_of_project')
    .on('runs')
    .columns(inOrder(['project_id'], 'no', types))
    .execute();
  await schema
    .createIndex('runs_of_session')
    .on('runs')
    .columns(inOrder(['session_id'], 'no', types))
    .execute();
  await schema
    .createIndex('runs_of_status')
    .on('runs')
    .columns(inOrder(['project_id', 'status'], 'no', types))
    .execute();
  // Nearly every run has ended: what is to go on is found without them.
  await schema
    .createIndex('runs_active')
    .on('runs')
    .columns(['no'])
    .where(sql.ref('is_ended'), '=', sql.lit(0))
    .execute();
  await schema
    .createIndex('runs_active_of_session')
    .on('runs')
    .columns(inOrder(['session_id'], 'no', types))
    .where(sql.ref('is_ended'), '=', sql.lit(0))
    .execute();
  await schema
    .createTable('run_entries')
    .addColumn('run_id', bytes, (column) => column.notNull())
    .addColumn('no', int, (column) => column.notNull())
    .addColumn('content', 'text')
    .addColumn('sealed', bytes)
    .addPrimaryKeyConstraint('run_entries_key', ['run_id', 'no'])
    .execute();
  await numbered(schema.createTable('messages'), types)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .execute();
  for (const owner of ['project', 'session', 'run'] as const) {
    await schema
      .createIndex(`messages_of_${owner}`)
      .on('messages')
      .columns(inOrder([`${owner}_id`], 'no', types))
      .execute();
  }
}

async function createLog(db: Kysely<never>, types: Types): Promise<void> {
  const { int, bytes } = types;
  await db.schema
    .createTable('event_rows')
    .addColumn('seq', int, (column) => column.primaryKey())
    .addColumn('chain_no', int, (column) => column.notNull())
    .addColumn('project_no', int)
    .addColumn('type_no', int, (column) => column.notNull())
    .addColumn('subject_id', bytes, (column) => column.notNull())
    .addColumn('parent_id', bytes)
    .addColumn('actor_no', int, (column) => column.notNull())
    .addColumn('at', int, (column) => column.notNull())
    .addColumn('keys_no', int)
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('events_of_project')
    .on('event_rows')
    .columns(inOrder(['project_no'], 'seq', types))
    .execute();
  // PostgreSQL does not see that rows without a project are in order in the index above.
  await db.schema
    .createIndex('events_of_no_project')
    .on('event_rows')
    .columns(['seq'])
    .where(sql.ref('project_no'), 'is', null)
    .execute();
  await db.schema
    .createIndex('events_of_chain')
    .on('event_rows')
    .columns(inOrder(['chain_no'], 'seq', types))
    .execute();
  // What a command prints is asked for by call; the rest of the log never is.
  await db.schema
    .createIndex('events_of_output')
    .on('event_rows')
    .columns(inOrder(['subject_id'], 'seq', types))
    .where(sql.ref('type_no'), '=', sql.lit(outputTypeNo))
    .execute();
  // W5: where in the log a turn or a process is told of, and which runs a process has worked on.
  await db.schema
    .createIndex('events_of_nodes')
    .on('event_rows')
    .columns(inOrder(['subject_id'], 'seq', types))
    .where(sql.ref('type_no'), 'in', sql`(${sql.join(nodeTypeNos.map((no) => sql.lit(no)))})`)
    .execute();
  await db.schema
    .createIndex('events_of_process')
    .on('event_rows')
    .columns(inOrder(['parent_id'], 'seq', types))
    .where(sql.ref('type_no'), 'in', sql`(${sql.join(runTypeNos.map((no) => sql.lit(no)))})`)
    .execute();
  await db.schema
    .createTable('event_chains')
    .addColumn('chain_no', int, (column) => column.primaryKey())
    .addColumn('length', int, (column) => column.notNull())
    .addColumn('last_seq', int, (column) => column.notNull())
    .addColumn('head_hash', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('event_head')
    .addColumn('id', int, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('seq', int, (column) => column.notNull())
    .execute();
  await sql`insert into event_head (id, seq) values (1, 0)`.execute(db);
}

/** S3: the log can only grow, whoever has the connection, and so can the names that its entries speak in. */
const sealed = { event_rows: 'events', names: 'names' } as const;

async function sealSqliteLog(db: Kysely<never>): Promise<void> {
  for (const [table, what] of Object.entries(sealed)) {
    for (const verb of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger ${table}_refuse_${verb} before ${verb} on ${table}
           begin select raise(abort, '${what} are append-only'); end`,
        )
        .execute(db);
    }
  }
}

async function sealPostgresLog(db: Kysely<never>): Promise<void> {
  for (const [table, what] of Object.entries(sealed)) {
    await sql
      .raw(
        `create function refuse_change_of_${what}() returns trigger language plpgsql as
         $$ begin raise exception '${what} are append-only'; end $$;
         create trigger ${table}_refuse_change before update or delete or truncate on ${table}
         for each statement execute function refuse_change_of_${what}()`,
      )
      .execute(db);
  }
}
