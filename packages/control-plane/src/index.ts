export { eventHash, genesisHash } from './event-hash.ts';
export { type Clock, systemClock } from './ports/clock.ts';
export type { Assessment, Gate, GateRequest } from './ports/gate.ts';
export type { OrderSigner } from './ports/order-signer.ts';
export type {
  Actor,
  AgentRecord,
  ApprovalRecord,
  ApprovalWithCall,
  ChainHead,
  Decision,
  FeedEvent,
  GrantRecord,
  IdempotencyRecord,
  MemberRecord,
  NewEvent,
  ProjectRecord,
  RunnerRecord,
  SessionRecord,
  StoredEvent,
  TokenRecord,
  TokenUse,
  UserRecord,
} from './ports/records.ts';
export type { Redactor } from './ports/redactor.ts';
export type {
  ApprovalFilter,
  CallFilter,
  Change,
  CommitResult,
  FollowingWrite,
  GuardedWrite,
  Page,
  PageRequest,
  Store,
} from './ports/store.ts';
export type { RegisteredTool, ServerExecutor, ToolRegistry } from './ports/tool-registry.ts';
