export { canonicalJson, type JsonObject, type JsonValue } from './canonical-json.ts';
export { type EndpointId, endpoints } from './endpoints/all.ts';
export type { Access, Endpoint } from './endpoints/endpoint.ts';
export type { VerificationLine } from './endpoints/log.ts';
export {
  CountersignError,
  type ErrorCode,
  type ErrorDetails,
  errorRegistry,
  type Problem,
  problemOf,
} from './errors.ts';
export {
  type AgentId,
  type ApprovalId,
  type FileId,
  type GrantId,
  isUuid,
  type MessageId,
  newId,
  type ProcessId,
  type ProjectId,
  type RunId,
  type RunnerId,
  type SessionId,
  type SourceId,
  type TokenId,
  type ToolCallId,
  type TurnId,
  type UserId,
} from './ids.ts';
export { limits } from './limits.ts';
export { openApiDocument } from './openapi.ts';
export type { AccessExplanation } from './schemas/access.ts';
export {
  ApprovalStatus,
  type ApprovalView,
  approvalStatuses,
  type BatchDecisionRequest,
  type DecisionRequest,
  type DecisionResponse,
  type DecisionVerb,
  type DecisionView,
  type Display,
  type DisplaySection,
  type EditCheck,
} from './schemas/approval.ts';
export type {
  MessageRole,
  MessageView,
  ModelsView,
  PostMessageRequest,
  PostMessageResponse,
} from './schemas/chat.ts';
export { type EventType, EventView, eventTypes } from './schemas/event.ts';
export { type EventNode, type EventNodeKind, type EventTree, eventNodeKinds } from './schemas/event-tree.ts';
export {
  ExecutionProfile,
  type HttpMethod,
  httpMethods,
  type ParameterBinding,
  PollConfig,
} from './schemas/execution-profile.ts';
export type { FiguresView, ProposalKind, RuleFigures } from './schemas/figures.ts';
export type { GrantMatcher, GrantScope, GrantView, ScopeOffer } from './schemas/grant.ts';
export { type HealthView, healthChecks, type SettingView } from './schemas/health.ts';
export {
  type ClaimResponse,
  ExecutionOrder,
  type ExpectedFile,
  type PreviewOrder,
  SealedCall,
  type ServerKey,
  SignedOrder,
  SignedPreviewOrder,
} from './schemas/order.ts';
export type {
  DraftRuleRequest,
  ExplainRequest,
  Explanation,
  PolicyOutcome,
  PolicyProblem,
  PolicyView,
  RuleDraft,
  RuleDrafts,
  RuleView,
  SavePolicyRequest,
  SimulatedChange,
  SimulateRequest,
  Simulation,
} from './schemas/policy.ts';
export { isoTime, Nullable, RiskLevel, Strict, Timestamp, Uuid } from './schemas/primitives.ts';
export type {
  CreateTokenRequest,
  MemberRole,
  MemberView,
  PrincipalKind,
  PrincipalView,
  ProjectView,
  TokenView,
  UserView,
} from './schemas/principal.ts';
export {
  endedRunStatuses,
  type RunControlRequest,
  RunErrorClass,
  type RunLimitName,
  RunStatus,
  type RunUsage,
  type RunView,
  runErrorClasses,
  runLimitNames,
  runStatuses,
  type TranscriptEntry,
} from './schemas/run.ts';
export {
  type OutputChunk,
  type PairResponse,
  type PreviewFile,
  RunnerAnnouncement,
  type RunnerView,
  type SandboxKind,
  type SubmitPreviewRequest,
} from './schemas/runner.ts';
export type { SecretView } from './schemas/secret.ts';
export type { CreateSessionRequest, SessionView } from './schemas/session.ts';
export type {
  BreakerState,
  CreateSourceRequest,
  ImportView,
  RefreshSourceRequest,
  SourceView,
  ToolChange,
} from './schemas/source.ts';
export type { SourceKind } from './schemas/source-names.ts';
export {
  type BreakerSettings,
  type DestinationSettings,
  type SourceAuth,
  SourceSettings,
} from './schemas/source-settings.ts';
export { type StreamMessage, type StreamMessageName, streamMessages } from './schemas/stream.ts';
export type { ToolDefinition, ToolTarget, ToolView } from './schemas/tool.ts';
export {
  CallStatus,
  callStatuses,
  type ErrorType,
  type ExecuteRequest,
  type ExecuteResponse,
  type Outcome,
  type OutcomeKind,
  outcomeKinds,
  type SubmitResultRequest,
  settledStatuses,
  type ToolCallView,
} from './schemas/tool-call.ts';
export { ToolResult } from './schemas/tool-result.ts';
export {
  type UpstreamError,
  type UpstreamErrorCode,
  type UpstreamResult,
  upstreamErrors,
} from './schemas/upstream-result.ts';
export type { UpstreamBinding, UpstreamToolDetails, UpstreamToolView } from './schemas/upstream-tool.ts';
export {
  ClientMessage,
  HitlDecisionMessage,
  type ServerMessage,
  ToolResultMessage,
  websocketBearerPrefix,
  websocketMessageBytesMax,
  websocketProtocol,
} from './schemas/websocket.ts';
