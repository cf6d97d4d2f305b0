import type { Entry, Run } from '@countersign/agent';
import type {
  AgentId,
  ApprovalId,
  ApprovalStatus,
  CallStatus,
  FileId,
  GrantId,
  MessageId,
  ProcessId,
  ProjectId,
  RunId,
  RunnerAnnouncement,
  RunnerId,
  RunStatus,
  SessionId,
  SourceId,
  TokenId,
  ToolCallId,
  UserId,
} from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type {
  AgentRecord,
  ApprovalFacts,
  ApprovalRecord,
  ApprovalWithCall,
  BacklogRecord,
  CallCount,
  ChainHead,
  ContinuationRecord,
  FeedEvent,
  FileRecord,
  GrantHits,
  GrantRecord,
  IdempotencyRecord,
  MemberRecord,
  MessageRecord,
  NewEvent,
  PreviewRecord,
  ProjectRecord,
  RunHead,
  RunnerRecord,
  SecretRecord,
  SessionRecord,
  SourceRecord,
  StoredEvent,
  TokenRecord,
  UpstreamToolHead,
  UpstreamToolRecord,
  UserRecord,
} from './records.ts';

/**
 * The one write that decides whether a change happens.
 * `call`: succeeds where the stored version is one less than the call's (compare-and-set).
 * `idempotency_key`, `user`, `project`, `agent`, `runner`: succeed where the key or name is free.
 * `revoke_*`: succeed where it was not revoked yet.
 * `member`, `remove_member`: succeed unless they leave the project without an owner; only who is one can be removed.
 * `runner_seen`: succeeds where the runner exists.
 * `new_source`: succeeds where the name is free; `source`, `continuation`: compare-and-set, as for a call.
 * `run`: compare-and-set, as for a call. `run_lease`: succeeds where nobody else holds the run at `now`; it is no change
 * of the run and leaves its version alone.
 * `remove_source`, `tool_switched`, `remove_secret`: succeed where it exists.
 */
export type GuardedWrite =
  | {
      readonly kind: 'call';
      readonly call: ToolCall;
      /** True where its request is another one than before, and all of it has to be written. */
      readonly isRewritten?: boolean;
      /** True of a new call that has made more than its first move already. */
      readonly isNew?: boolean;
    }
  | { readonly kind: 'idempotency_key'; readonly record: IdempotencyRecord }
  | { readonly kind: 'user'; readonly record: UserRecord }
  | { readonly kind: 'project'; readonly record: ProjectRecord }
  | { readonly kind: 'agent'; readonly record: AgentRecord }
  | { readonly kind: 'runner'; readonly record: RunnerRecord }
  | {
      readonly kind: 'runner_seen';
      readonly runnerId: RunnerId;
      readonly at: number;
      readonly announcement: RunnerAnnouncement;
    }
  | { readonly kind: 'revoke_grant'; readonly grantId: GrantId; readonly at: number }
  | { readonly kind: 'revoke_token'; readonly tokenId: TokenId; readonly at: number }
  | { readonly kind: 'member'; readonly record: MemberRecord }
  | { readonly kind: 'remove_member'; readonly projectId: ProjectId; readonly userId: UserId }
  | { readonly kind: 'new_source'; readonly record: SourceRecord }
  | { readonly kind: 'source'; readonly record: SourceRecord }
  | { readonly kind: 'remove_source'; readonly sourceId: SourceId }
  | { readonly kind: 'tool_switched'; readonly name: string; readonly isEnabled: boolean; readonly at: number }
  | { readonly kind: 'remove_secret'; readonly name: string }
  | { readonly kind: 'continuation'; readonly record: ContinuationRecord }
  /** Version 1 is a new run. */
  | { readonly kind: 'run'; readonly run: Run }
  | {
      readonly kind: 'run_lease';
      readonly runId: RunId;
      readonly processId: ProcessId;
      readonly now: number;
      /** Null to let go of it. */
      readonly until: number | null;
    }
  | { readonly kind: 'none' };

/**
 * Writes that follow the guarded one and cannot fail on their own. `new_call` is one with a fresh id. A `runner` whose
 * name is taken is refused with all that was to be written with it.
 */
export type FollowingWrite =
  | { readonly kind: 'new_call'; readonly call: ToolCall }
  | { readonly kind: 'approval'; readonly record: ApprovalRecord }
  | { readonly kind: 'preview'; readonly record: PreviewRecord }
  | { readonly kind: 'runner'; readonly record: RunnerRecord }
  | { readonly kind: 'grant'; readonly record: GrantRecord }
  | { readonly kind: 'session'; readonly record: SessionRecord }
  | { readonly kind: 'member'; readonly record: MemberRecord }
  | { readonly kind: 'token'; readonly record: TokenRecord }
  /** Sealed: it may hold anything. */
  | { readonly kind: 'document'; readonly sourceId: SourceId; readonly text: string }
  /** Put in the place of what is there; only `isEnabled` stays as it was. */
  | { readonly kind: 'upstream_tool'; readonly record: UpstreamToolRecord }
  | { readonly kind: 'tool_deprecated'; readonly name: string; readonly at: number }
  /** All the tools of a source. */
  | { readonly kind: 'remove_offer'; readonly sourceId: SourceId }
  | { readonly kind: 'remove_document'; readonly sourceId: SourceId }
  /** Sealed. What had the name before is gone. */
  | { readonly kind: 'secret'; readonly record: SecretRecord; readonly value: string }
  | { readonly kind: 'new_continuation'; readonly record: ContinuationRecord }
  | { readonly kind: 'end_continuation'; readonly callId: ToolCallId }
  | { readonly kind: 'file'; readonly record: FileRecord }
  | { readonly kind: 'message'; readonly record: MessageRecord }
  /** Written with the run they belong to. Sealed where they hold something that is masked when shown. */
  | { readonly kind: 'run_entries'; readonly runId: RunId; readonly entries: readonly Entry[] }
  /** Beside another guard that decides; kept as it was where the key is taken. */
  | { readonly kind: 'idempotency_key'; readonly record: IdempotencyRecord }
  /** A new run beside another guard: of a message that came with an idempotency key. */
  | { readonly kind: 'new_run'; readonly run: Run };

/** L3: state, what follows from it and its events, in one transaction or not at all. */
export type Change = {
  readonly guard: GuardedWrite;
  readonly following?: readonly FollowingWrite[];
  readonly events: readonly NewEvent[];
};

export type CommitResult =
  | { readonly ok: true; readonly events: readonly FeedEvent[] }
  /** The guarded write found another version, or the key or name taken. Nothing was written. */
  | { readonly ok: false };

export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };
export type PageRequest = { readonly limit: number; readonly cursor: string | null };

export type CallFilter = {
  readonly projectId: ProjectId;
  readonly agentId?: AgentId;
  readonly sessionId?: SessionId;
  readonly status?: CallStatus;
};

export type ApprovalFilter = {
  readonly projectId: ProjectId;
  readonly sessionId?: SessionId;
  readonly status?: ApprovalStatus;
};

/** All of the log, or what belongs to a project, to none (null), or to a chain. */
export type LogPart = { readonly projectId?: ProjectId | null; readonly chainId?: string };

/**
 * Everything that must survive. Every look-up of something that belongs to a project takes the project too, so that
 * an id alone never opens anything (A5).
 */
export type Store = {
  /** Durable when it resolves. Changes of one turn of the event loop may share a transaction. */
  commit(change: Change): Promise<CommitResult>;

  findCall(projectId: ProjectId, callId: ToolCallId): Promise<ToolCall | null>;
  findCalls(callIds: readonly ToolCallId[]): Promise<ToolCall[]>;
  /** Newest first. */
  listCalls(filter: CallFilter, page: PageRequest): Promise<Page<ToolCall>>;
  /** Approved and unclaimed calls that a runner of this machine may take, oldest first. */
  listClaimable(projectId: ProjectId, machine: string, limit: number): Promise<ToolCall[]>;
  /** Calls whose deadline, claim window or lease has run out, earliest first. */
  listDue(now: number, limit: number): Promise<ToolCall[]>;
  /** When the next call is due, or null. */
  nextDueAt(): Promise<number | null>;
  /** Approved calls that the server itself is to run, oldest first. */
  listServerWork(limit: number): Promise<ToolCall[]>;

  findApproval(projectId: ProjectId, approvalId: ApprovalId): Promise<ApprovalWithCall | null>;
  /** Pending ones oldest first; any other selection newest first. */
  listApprovals(filter: ApprovalFilter, page: PageRequest): Promise<Page<ApprovalWithCall>>;

  /** W4: when people were asked about these calls, and when they answered. None for those that nobody was asked about. */
  listApprovalsOf(callIds: readonly ToolCallId[]): Promise<ApprovalRecord[]>;

  findGrant(projectId: ProjectId, grantId: GrantId): Promise<GrantRecord | null>;
  listGrants(
    filter: { readonly projectId: ProjectId; readonly sessionId?: SessionId; readonly activeAt: number | null },
    page: PageRequest,
  ): Promise<Page<GrantRecord>>;
  listActiveGrants(sessionId: SessionId, now: number): Promise<GrantRecord[]>;

  /** How the newest calls of a project were decided on: of so many, those made since then. */
  countCalls(filter: {
    readonly projectId: ProjectId;
    readonly since: number;
    readonly limit: number;
  }): Promise<CallCount[]>;
  /** A2: how often these let a call through. Those that never did are left out. */
  countGrantHits(grantIds: readonly GrantId[]): Promise<GrantHits[]>;
  /** The newest requests for approval of a project since then, newest first. */
  listApprovalFacts(filter: {
    readonly projectId: ProjectId;
    readonly since: number;
    readonly limit: number;
  }): Promise<ApprovalFacts[]>;

  findSession(projectId: ProjectId, sessionId: SessionId): Promise<SessionRecord | null>;
  listSessions(
    filter: { readonly projectId: ProjectId; readonly agentId?: AgentId },
    page: PageRequest,
  ): Promise<Page<SessionRecord>>;

  findIdempotencyKey(principalId: string, key: string): Promise<IdempotencyRecord | null>;

  findTokenByHash(hash: string): Promise<TokenRecord | null>;
  findToken(tokenId: TokenId): Promise<TokenRecord | null>;
  listTokens(): Promise<TokenRecord[]>;

  findUser(userId: UserId): Promise<UserRecord | null>;
  findUserByName(name: string): Promise<UserRecord | null>;
  listUsers(): Promise<UserRecord[]>;
  findAgent(agentId: AgentId): Promise<AgentRecord | null>;
  /** Those there are, in no order. */
  findAgents(agentIds: readonly AgentId[]): Promise<AgentRecord[]>;
  findRunner(runnerId: RunnerId): Promise<RunnerRecord | null>;
  isRunnerNameTaken(projectId: ProjectId, name: string): Promise<boolean>;
  /** Those of the project whose credential holds, by name. */
  listRunners(projectId: ProjectId, now: number): Promise<RunnerRecord[]>;
  findProject(projectId: ProjectId): Promise<ProjectRecord | null>;
  listProjects(): Promise<ProjectRecord[]>;
  listProjectsOf(userId: UserId): Promise<ProjectRecord[]>;
  findMember(projectId: ProjectId, userId: UserId): Promise<MemberRecord | null>;
  /** In the order in which they came to the server. */
  listMembers(projectId: ProjectId): Promise<(MemberRecord & { readonly name: string })[]>;

  findAgentByExternalId(externalId: string): Promise<AgentRecord | null>;

  findSource(name: string): Promise<SourceRecord | null>;
  /** By name. */
  listSources(): Promise<SourceRecord[]>;
  /** The document that a source was made from, where it was sent along. */
  findDocument(sourceId: SourceId): Promise<string | null>;
  /** Every tool of every source, by name, the deprecated and the switched off too. */
  listUpstreamToolHeads(): Promise<UpstreamToolHead[]>;
  findUpstreamTools(names: readonly string[]): Promise<UpstreamToolRecord[]>;
  listToolsOfSource(sourceId: SourceId): Promise<UpstreamToolRecord[]>;

  /** The value; null where there is no secret of that name. */
  openSecret(name: string): Promise<string | null>;
  listSecrets(): Promise<SecretRecord[]>;

  findContinuation(callId: ToolCallId): Promise<ContinuationRecord | null>;
  /** Those that are to go on by now, earliest first. */
  listDueContinuations(now: number, limit: number): Promise<ContinuationRecord[]>;
  nextContinuationAt(): Promise<number | null>;

  findRun(projectId: ProjectId, runId: RunId): Promise<Run | null>;
  /** Whatever project it is in: for the process that works on it. */
  loadRun(runId: RunId): Promise<Run | null>;
  /** Newest first. */
  listRuns(
    filter: { readonly projectId: ProjectId; readonly sessionId?: SessionId; readonly status?: RunStatus },
    page: PageRequest,
  ): Promise<Page<Run>>;
  /** Queued, running or paused, oldest first. */
  listActiveRuns(limit: number): Promise<RunHead[]>;
  /** W1: those that somebody is to go on with by now: nobody holds them, and none before them in their session goes on. */
  listRunnable(now: number, limit: number): Promise<RunHead[]>;
  /** When the next one is to go on that nobody holds, or the next hold ends; null for none. */
  nextRunAt(): Promise<number | null>;
  /** Whatever a process holds that is known to be gone, let go. */
  releaseRunsOf(processId: ProcessId): Promise<void>;
  /** From `after` on, in order. */
  listEntries(runId: RunId, after: number, limit: number): Promise<Entry[]>;
  findMessage(projectId: ProjectId, messageId: MessageId): Promise<MessageRecord | null>;
  /** Newest first. */
  listMessages(
    filter: { readonly projectId: ProjectId; readonly sessionId?: SessionId; readonly runId?: RunId },
    page: PageRequest,
  ): Promise<Page<MessageRecord>>;
  /** What people said to a run, oldest first, without the first `seen`. */
  listMessagesTo(runId: RunId, seen: number): Promise<MessageRecord[]>;

  findFile(projectId: ProjectId, fileId: FileId): Promise<FileRecord | null>;

  /** What waits in each project, for whoever looks after the server. Runners count that were heard of since. */
  listBacklog(now: number, runnersSeenSince: number): Promise<BacklogRecord[]>;

  /** Events after a place in the log, in order. */
  listEvents(query: LogPart & { readonly after: number; readonly limit: number }): Promise<StoredEvent[]>;
  /** Events before a place in the log, newest first; `before` null for the newest of all. */
  listEventsBefore(query: LogPart & { readonly before: number | null; readonly limit: number }): Promise<StoredEvent[]>;
  /** The latest events of a chain before a place in the log, newest first; `before` null for the newest of all. */
  listLatestEvents(chainId: string, before: number | null, limit: number): Promise<StoredEvent[]>;
  /** T7: what a call has printed after a place in the log, in order. */
  listOutput(callId: ToolCallId, after: number, limit: number): Promise<StoredEvent[]>;
  /** W5: what is said of a process, or where a turn began: by these their chain is found. In order. */
  listNodeEvents(subjectId: string, limit: number): Promise<StoredEvent[]>;
  /** W5: what a process did with runs: began them, let them rest, ended them. Newest first. */
  listRunEventsOf(processId: ProcessId, limit: number): Promise<StoredEvent[]>;
  /** The place of the newest committed event; 0 for an empty log. */
  headSeq(): Promise<number>;
  listChainHeads(): Promise<ChainHead[]>;

  /**
   * Tells every committed event, of this process and of others on the same database, once and in order, starting
   * after the head at the time of the call. Returns how to stop.
   */
  subscribe(listener: (events: readonly FeedEvent[]) => void): () => void;

  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
