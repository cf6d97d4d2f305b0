import type {
  AgentId,
  ApprovalId,
  ApprovalStatus,
  DecisionVerb,
  EventType,
  FileId,
  GrantId,
  GrantMatcher,
  GrantScope,
  JsonValue,
  MemberRole,
  MessageId,
  MessageRole,
  PreviewFile,
  PrincipalKind,
  ProcessId,
  ProjectId,
  RunId,
  RunnerAnnouncement,
  RunnerId,
  RunStatus,
  SessionId,
  SourceId,
  SourceSettings,
  TokenId,
  ToolCallId,
  ToolDefinition,
  UserId,
} from '@countersign/contract';
import type { Person, ToolCall } from '@countersign/tool-call';

/** What the store keeps, in the words of the use cases. Times are milliseconds since 1970. */

export type UserRecord = {
  readonly id: UserId;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly createdAt: number;
};

export type ProjectRecord = { readonly id: ProjectId; readonly name: string; readonly createdAt: number };

export type MemberRecord = { readonly projectId: ProjectId; readonly userId: UserId; readonly role: MemberRole };

export type AgentRecord = {
  readonly id: AgentId;
  readonly projectId: ProjectId;
  /** The user on whose behalf the agent acts. */
  readonly ownerId: UserId;
  readonly name: string;
  /** Where calls go that name no session. */
  readonly defaultSessionId: SessionId;
  readonly createdAt: number;
  /** Of an agent that came with the token of an issuer: who it is there. Null for those that got a token of ours. */
  readonly externalId: string | null;
};

export type RunnerRecord = {
  readonly id: RunnerId;
  readonly projectId: ProjectId;
  readonly ownerId: UserId;
  readonly name: string;
  readonly machine: string;
  readonly createdAt: number;
  /** When it last said that it is there, and what it said of itself; null before the first time. */
  readonly seenAt: number | null;
  readonly announcement: RunnerAnnouncement | null;
};

/**
 * `bearer` is sent in a header, `browser` is a cookie. `link` is exchanged once for a `browser`, `pairing` once for the
 * `bearer` of a new runner.
 */
export type TokenUse = 'bearer' | 'browser' | 'link' | 'pairing';

export type TokenRecord = {
  readonly id: TokenId;
  readonly use: TokenUse;
  readonly kind: PrincipalKind;
  readonly principalId: UserId | AgentId | RunnerId;
  readonly projectId: ProjectId | null;
  readonly name: string;
  /** SHA-256 of the secret, hex. The secret itself is never stored. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
};

export type SessionRecord = {
  readonly id: SessionId;
  readonly projectId: ProjectId;
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly title: string;
  readonly machine: string | null;
  readonly createdAt: number;
};

export type Decision = {
  readonly verb: DecisionVerb;
  readonly by: Person;
  readonly at: number;
  readonly feedback: string | null;
  readonly grantId: GrantId | null;
  /** Characters that there were to read before it; null where it is not known. */
  readonly shownLength: number | null;
};

export type ApprovalRecord = {
  readonly id: ApprovalId;
  readonly callId: ToolCallId;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly status: ApprovalStatus;
  readonly requestedAt: number;
  readonly deadlineAt: number | null;
  readonly decision: Decision | null;
};

/** What is counted of a request for approval, without what was asked. */
export type ApprovalFacts = {
  readonly callId: ToolCallId;
  readonly sessionId: SessionId;
  readonly toolName: string;
  readonly ruleId: string;
  readonly status: ApprovalStatus;
  readonly requestedAt: number;
  readonly verb: DecisionVerb | null;
  readonly decidedAt: number | null;
  readonly shownLength: number | null;
};

/**
 * How a call was decided on: a person was asked, a remembered decision answered, a rule allowed or denied it. Undecided
 * are those that were refused or given up before.
 */
export type CallOutcome = 'asked' | 'granted' | 'allowed' | 'denied' | 'undecided';

/** Calls under one rule that came out the same. A rule may be counted in several of these. */
export type CallCount = {
  readonly ruleId: string;
  readonly outcome: CallOutcome;
  readonly calls: number;
  readonly firstAt: number;
  readonly lastAt: number;
};

export type GrantHits = { readonly grantId: GrantId; readonly hits: number; readonly lastHitAt: number };

/** An approval with the call it is about and the name of who asks. */
export type ApprovalWithCall = {
  readonly approval: ApprovalRecord;
  readonly call: ToolCall;
  readonly agentName: string;
  /** The files that it would change or run, as a runner told of them; none where nobody did. */
  readonly preview: readonly PreviewFile[];
};

export type PreviewRecord = { readonly callId: ToolCallId; readonly files: readonly PreviewFile[] };

export type GrantRecord = {
  readonly id: GrantId;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly scope: GrantScope;
  readonly matcher: GrantMatcher;
  readonly owner: Person;
  /** The decision that it came from; null where it was made for the session as such. */
  readonly approvalId: ApprovalId | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
};

/** What waits in a project for people and for runners, and how many runners are there to take it. */
export type BacklogRecord = {
  readonly projectName: string;
  readonly pending: number;
  readonly oldestPendingAt: number | null;
  /** Approved calls that no runner has taken. */
  readonly unclaimed: number;
  readonly oldestUnclaimedAt: number | null;
  readonly runners: number;
};

export type IdempotencyRecord = {
  readonly principalId: string;
  /** SHA-256 of what the caller sent. */
  readonly key: string;
  /** SHA-256 of the request, so that a key cannot be used for another one. */
  readonly requestHash: string;
  /** What the first request with the key made: a call, or a message. */
  readonly subjectId: ToolCallId | MessageId;
  readonly createdAt: number;
};

/** W1: something that was said in a session, by a person or by the agent. */
export type MessageRecord = {
  readonly id: MessageId;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly role: MessageRole;
  readonly author: string;
  readonly text: string;
  readonly createdAt: number;
};

/** What is needed to find a run and to see whose turn it is. */
export type RunHead = {
  readonly id: RunId;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId;
  readonly version: number;
  readonly status: RunStatus;
  readonly wakeAt: number | null;
  readonly heldBy: ProcessId | null;
  readonly heldUntil: number | null;
};

/** A service that offers tools. The document that it may have been made from is kept apart: it can be large. */
export type SourceRecord = {
  readonly id: SourceId;
  /** Grows by one with every change; a write says which version it saw. */
  readonly version: number;
  readonly settings: Omit<SourceSettings, 'document'>;
  readonly inventoryHash: string;
  readonly createdAt: number;
  readonly refreshedAt: number;
  /** Why looking at it again failed the last time; null where it did not. */
  readonly refreshError: string | null;
  /** How often in a row it failed. */
  readonly refreshFailures: number;
  /** When it is looked at again; null where nobody asked for that. */
  readonly nextRefreshAt: number | null;
};

/** A tool of a source without what it is: enough to tell whether it is known already. */
export type UpstreamToolHead = {
  readonly name: string;
  readonly sourceId: SourceId;
  /** The hash of the definition. */
  readonly version: string;
  readonly isEnabled: boolean;
  /** When the service no longer offered it; null where it does. */
  readonly deprecatedAt: number | null;
  readonly updatedAt: number;
};

export type UpstreamToolRecord = UpstreamToolHead & { readonly definition: ToolDefinition };

/** A stored secret. Its value is read on its own, where it is used. */
export type SecretRecord = { readonly name: string; readonly createdAt: number; readonly updatedAt: number };

/** U7: a call that goes on later: what to go on with, and when. */
export type ContinuationRecord = {
  readonly callId: ToolCallId;
  readonly projectId: ProjectId;
  /** Grows with every step. Whoever moves it owns the next one. */
  readonly version: number;
  readonly state: JsonValue;
  readonly nextAt: number;
};

/** An answer of a service that is too large for a result; its bytes are a file beside the database. */
export type FileRecord = {
  readonly id: FileId;
  readonly projectId: ProjectId;
  readonly callId: ToolCallId;
  readonly bytes: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly createdAt: number;
};

/** `user:ID`, `agent:ID`, `runner:ID` or `system`. */
export type Actor = `${PrincipalKind}:${string}` | 'system';

export type NewEvent = {
  /** The session, or `system` for what belongs to none. */
  readonly chainId: string;
  readonly projectId: ProjectId | null;
  readonly type: EventType;
  readonly subjectId: string;
  readonly parentId: string | null;
  readonly actor: Actor;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
};

export type StoredEvent = NewEvent & {
  /** Place in the one log: without gaps, in the order of commits. */
  readonly seq: number;
  readonly hash: string;
};

/** An event as told to listeners; `call` is there where this process made the change and has it in hand. */
export type FeedEvent = StoredEvent & { readonly call?: ToolCall };

export type ChainHead = {
  readonly chainId: string;
  readonly length: number;
  readonly lastSeq: number;
  readonly headHash: string;
};
