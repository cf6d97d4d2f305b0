import { newId, type RunnerAnnouncement } from '@countersign/contract';
import type {
  AgentRecord,
  ApprovalRecord,
  GrantRecord,
  MemberRecord,
  NewEvent,
  ProjectRecord,
  RunnerRecord,
  SessionRecord,
  TokenRecord,
  UserRecord,
} from '@countersign/control-plane';

/** Builders of records: every field has a plausible value, and a test says only what it is about. */

const createdAt = Date.UTC(2026, 0, 1);
let built = 0;

function numbered(word: string): string {
  built += 1;
  return `${word}-${built}`;
}

export function aUser(given: Partial<UserRecord> = {}): UserRecord {
  return { id: newId(), name: numbered('user'), isAdmin: false, createdAt, ...given };
}

export function aProject(given: Partial<ProjectRecord> = {}): ProjectRecord {
  return { id: newId(), name: numbered('project'), createdAt, ...given };
}

export function aMember(given: Partial<MemberRecord> = {}): MemberRecord {
  return { projectId: newId(), userId: newId(), role: 'member', ...given };
}

export function anAgent(given: Partial<AgentRecord> = {}): AgentRecord {
  return {
    id: newId(),
    projectId: newId(),
    ownerId: newId(),
    name: numbered('agent'),
    defaultSessionId: newId(),
    createdAt,
    externalId: null,
    ...given,
  };
}

export function aRunner(given: Partial<RunnerRecord> = {}): RunnerRecord {
  return {
    id: newId(),
    projectId: newId(),
    ownerId: newId(),
    name: numbered('runner'),
    machine: 'laptop',
    createdAt,
    seenAt: null,
    announcement: null,
    ...given,
  };
}

export const anAnnouncement: RunnerAnnouncement = {
  version: '1.0.0',
  platform: 'linux x64',
  roots: ['/workspace'],
  sandbox: 'bubblewrap',
  runs_commands: true,
  tools: { write_file: 'v1', write: 'v1', edit: 'v1', execute_command: 'v1', bash: 'v1' },
};

export function aToken(given: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id: newId(),
    use: 'bearer',
    kind: 'user',
    principalId: newId<UserRecord['id']>(),
    projectId: null,
    name: numbered('token'),
    hash: numbered('hash'),
    createdAt,
    expiresAt: null,
    revokedAt: null,
    ...given,
  };
}

export function aSession(given: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: newId(),
    projectId: newId(),
    agentId: newId(),
    userId: newId(),
    title: numbered('session'),
    machine: null,
    createdAt,
    ...given,
  };
}

export function anApproval(given: Partial<ApprovalRecord> = {}): ApprovalRecord {
  return {
    id: newId(),
    callId: newId(),
    projectId: newId(),
    sessionId: newId(),
    status: 'pending',
    requestedAt: createdAt,
    deadlineAt: createdAt + 300_000,
    decision: null,
    ...given,
  };
}

export function aGrant(given: Partial<GrantRecord> = {}): GrantRecord {
  return {
    id: newId(),
    projectId: newId(),
    sessionId: newId(),
    scope: 'class',
    matcher: { kind: 'commands', commands: [{ command: 'git', subcommand: null }], risk_max: 'MEDIUM' },
    owner: { userId: newId(), name: 'Ada' },
    approvalId: newId(),
    createdAt,
    expiresAt: null,
    revokedAt: null,
    ...given,
  };
}

export function anEvent(given: Partial<NewEvent> = {}): NewEvent {
  return {
    chainId: 'system',
    projectId: null,
    type: 'tool_call.submitted',
    subjectId: newId(),
    parentId: null,
    actor: 'system',
    at: createdAt,
    data: {},
    ...given,
  };
}
