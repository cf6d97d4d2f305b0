import { isEnded, type Run } from '@countersign/agent';
import type { GuardedWrite, RunHead } from '@countersign/control-plane';
import type { HoldColumns, RunRow } from '../schema.ts';

/** What has a column of its own. */
type Column =
  | 'id'
  | 'version'
  | 'projectId'
  | 'sessionId'
  | 'agentId'
  | 'userId'
  | 'messageId'
  | 'status'
  | 'asked'
  | 'createdAt'
  | 'wakeAt';
type State = Omit<Run, Column>;

export function runRow(run: Run): RunRow {
  const { id, version, projectId, sessionId, agentId, userId, messageId, status, asked, createdAt, wakeAt, ...state } =
    run;
  return {
    id,
    version,
    project_id: projectId,
    session_id: sessionId,
    agent_id: agentId,
    user_id: userId,
    message_id: messageId,
    status,
    is_ended: isEnded(run) ? 1 : 0,
    asked,
    created_at: createdAt,
    wake_at: wakeAt,
    state: JSON.stringify(state satisfies State),
  };
}

export function runOf(row: RunRow): Run {
  return {
    ...(JSON.parse(row.state) as State),
    id: row.id as Run['id'],
    version: row.version,
    projectId: row.project_id as Run['projectId'],
    sessionId: row.session_id as Run['sessionId'],
    agentId: row.agent_id as Run['agentId'],
    userId: row.user_id as Run['userId'],
    messageId: row.message_id as Run['messageId'],
    status: row.status,
    asked: row.asked,
    createdAt: row.created_at,
    wakeAt: row.wake_at,
  };
}

export type RunHeadRow = Pick<RunRow, 'id' | 'project_id' | 'session_id' | 'version' | 'status' | 'wake_at'> &
  HoldColumns;

export function runHeadOf(row: RunHeadRow): RunHead {
  return {
    id: row.id as RunHead['id'],
    projectId: row.project_id as RunHead['projectId'],
    sessionId: row.session_id as RunHead['sessionId'],
    version: row.version,
    status: row.status,
    wakeAt: row.wake_at,
    heldBy: row.held_by as RunHead['heldBy'],
    heldUntil: row.held_until,
  };
}

/** Who asks to hold a run, and when, is only compared with who holds it. */
export type HoldRow = HoldColumns & { id: string; asked_by: string; asked_at: number };

export function holdRow({ runId, processId, now, until }: Extract<GuardedWrite, { kind: 'run_lease' }>): HoldRow {
  return {
    id: runId,
    held_by: until === null ? null : processId,
    held_until: until,
    asked_by: processId,
    asked_at: now,
  };
}
