import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../database.ts';

/**
 * Everything the first release keeps. Foreign keys stand where rows are written seldom. The rows of a running system
 * (calls, approvals, grants, events) have none: they are written by use cases that have just read what they refer to,
 * and PostgreSQL would lock the session's and the project's row for every call.
 */
export function firstSchema(dialect: Dialect): Migration {
  // Only `integer primary key` makes SQLite use the number itself as the row's place.
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return {
    async up(db: Kysely<never>): Promise<void> {
      await createPrincipals(db.schema, int);
      await createCalls(db.schema, int);
      await createLog(db, int);
      await (dialect === 'sqlite' ? sealSqliteLog(db) : sealPostgresLog(db));
    },
  };
}

type Int = 'integer' | 'bigint';
type SchemaOf = Kysely<never>['schema'];

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

async function createCalls(schema: SchemaOf, int: Int): Promise<void> {
  await schema
    .createTable('tool_calls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', int, (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('agent_id', 'text', (column) => column.notNull())
    .addColumn('approval_id', 'text')
    .addColumn('tool_name', 'text', (column) => column.notNull())
    .addColumn('tool_version', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('machine', 'text')
    .addColumn('sealed_arguments', 'text')
    .addColumn('tool_params', 'text', (column) => column.notNull())
    .addColumn('original_params', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('policy_version', 'text', (column) => column.notNull())
    .addColumn('risk_level', 'text', (column) => column.notNull())
    .addColumn('rule_id', 'text', (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('agent_note', 'text')
    .addColumn('requires_approval', int, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('error_type', 'text')
    .addColumn('executor', 'text')
    .addColumn('execution_timeout_ms', int, (column) => column.notNull())
    .addColumn('execution_time_ms', int)
    .addColumn('created_at', int, (column) => column.notNull())
    .addColumn('approved_at', int)
    .addColumn('completed_at', int)
    .addColumn('wake_at', int)
    .execute();
  await schema.createIndex('calls_of_project').on('tool_calls').columns(['project_id', 'id']).execute();
  await schema.createIndex('calls_of_session').on('tool_calls').columns(['session_id', 'id']).execute();
  await schema.createIndex('calls_of_agent').on('tool_calls').columns(['agent_id', 'id']).execute();
  // Nearly every call ends completed: leaving those out keeps this index as small as what is open or went wrong.
  await schema
    .createIndex('calls_not_completed')
    .on('tool_calls')
    .columns(['project_id', 'status', 'id'])
    .where(sql.ref('status'), '<>', sql.lit('completed'))
    .execute();
  await schema
    .createIndex('calls_due')
    .on('tool_calls')
    .columns(['wake_at'])
    .where(sql.ref('wake_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('calls_for_server')
    .on('tool_calls')
    .columns(['id'])
    .where(sql.ref('status'), '=', sql.lit('approved'))
    .where(sql.ref('target'), '=', sql.lit('server'))
    .execute();

  await schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('requested_at', int, (column) => column.notNull())
    .addColumn('deadline_at', int)
    .addColumn('decision', 'text')
    .execute();
  for (const [name, owner] of [
    ['project', 'project_id'],
    ['session', 'session_id'],
  ] as const) {
    await schema.createIndex(`approvals_of_${name}`).on('approvals').columns([owner, 'id']).execute();
    // What is pending, and the endings that are not the ordinary one.
    await schema
      .createIndex(`approvals_of_${name}_not_approved`)
      .on('approvals')
      .columns([owner, 'status', 'id'])
      .where(sql.ref('status'), '<>', sql.lit('approved'))
      .execute();
  }

  await schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('matcher', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('owner_name', 'text', (column) => column.notNull())
    .addColumn('approval_id', 'text', (column) => column.notNull())
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
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('created_at', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['principal_id', 'key'])
    .execute();
}

async function createLog(db: Kysely<never>, int: Int): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('seq', int, (column) => column.primaryKey())
    .addColumn('chain_id', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('at', int, (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('events_of_project').on('events').columns(['project_id', 'seq']).execute();
  await db.schema.createIndex('events_of_chain').on('events').columns(['chain_id', 'seq']).execute();
  await db.schema
    .createTable('event_chains')
    .addColumn('chain_id', 'text', (column) => column.primaryKey())
    .addColumn('length', int, (column) => column.notNull())
    .addColumn('last_seq', int, (column) => column.notNull())
    .addColumn('head_hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('event_head')
    .addColumn('id', int, (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('seq', int, (column) => column.notNull())
    .execute();
  await sql`insert into event_head (id, seq) values (1, 0)`.execute(db);
}

/** S3: the log can only grow, whoever has the connection. */
async function sealSqliteLog(db: Kysely<never>): Promise<void> {
  for (const verb of ['update', 'delete']) {
    await sql
      .raw(
        `create trigger events_refuse_${verb} before ${verb} on events
         begin select raise(abort, 'events are append-only'); end`,
      )
      .execute(db);
  }
}

async function sealPostgresLog(db: Kysely<never>): Promise<void> {
  await sql`
    create function refuse_change_of_events() returns trigger language plpgsql as
    $$ begin raise exception 'events are append-only'; end $$`.execute(db);
  await sql`
    create trigger events_refuse_change before update or delete or truncate on events
    for each statement execute function refuse_change_of_events()`.execute(db);
}
