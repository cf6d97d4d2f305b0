export { createProject, createUser, putMember, removeMember } from './access/administer.ts';
export { agentCaller } from './access/agent-caller.ts';
export { Authenticator } from './access/authenticator.ts';
export { type Bootstrapped, bootstrap } from './access/bootstrap.ts';
export { createLink, followLink } from './access/browser-link.ts';
export { createToken, type NewTokenInput } from './access/create-token.ts';
export { type ExternalAgent, joinAgent } from './access/join-agent.ts';
export { createPairingCode, type PairInput, pairRunner } from './access/pair-runner.ts';
export { revokeToken } from './access/revoke-token.ts';
export { csrfTokenOf, hashSecret } from './access/secrets.ts';
export { systemEvent } from './access/system-event.ts';
export { accessToolOf, mayUse, toolsFor } from './admission/may-use.ts';
export { checkEdit } from './approvals/check-edit.ts';
export { type DecisionInput, decideApproval } from './approvals/decide-approval.ts';
export { decideApprovals } from './approvals/decide-approvals.ts';
export type { EntryQuery } from './audit/entry-matcher.ts';
export { readLog } from './audit/read-log.ts';
export { searchLog } from './audit/search-log.ts';
export { type VerificationStep, verifyInSteps } from './audit/verify-in-steps.ts';
export { type AuditVerdict, verifyStore } from './audit/verify-store.ts';
export { advanceDueCalls } from './calls/advance-due-calls.ts';
export { type CallWaiter, CallWaiters } from './calls/call-waiters.ts';
export { cancelCall } from './calls/cancel-call.ts';
export { claimCall, mayRun } from './calls/claim-call.ts';
export { ContinuationWorker } from './calls/continuation-worker.ts';
export { createSession } from './calls/create-session.ts';
export { DueCallSweeper } from './calls/due-call-sweeper.ts';
export { executionOrder } from './calls/execution-order.ts';
export { renewLease } from './calls/renew-lease.ts';
export { reportUndone } from './calls/report-undone.ts';
export { ServerWorker } from './calls/server-worker.ts';
export { type Report, settleCall } from './calls/settle-call.ts';
export { type RunHere, type SubmitInput, submitCall } from './calls/submit-call.ts';
export { assistantOf, isAssistant } from './chat/assistant.ts';
export { type ChatSetup, type Posted, type PostMessageInput, postMessage } from './chat/post-message.ts';
export { type ControlPlane, limits as controlPlaneLimits, type Settings } from './control-plane.ts';
export { eventHash, genesisHash } from './event-hash.ts';
export { readEventTree, type TreeQuery } from './events/read-event-tree.ts';
export { readFigures } from './figures/read-figures.ts';
export { type RuleHits, ruleHits } from './figures/rule-hits.ts';
export { grantEverything } from './grants/grant-everything.ts';
export { approvalWithPastCalls } from './grants/past-coverage.ts';
export { revokeGrant } from './grants/revoke-grant.ts';
export type { RulesFilePort } from './health/check-rules-file.ts';
export { type HealthPorts, readHealth } from './health/read-health.ts';
export { maskTexts } from './mask-texts.ts';
export { MaskedStreams } from './output/masked-streams.ts';
export { submitOutput } from './output/submit-output.ts';
export { imaginedCall, recordedCallOf } from './policy/call-to-explain.ts';
export { draftRule } from './policy/draft-rule.ts';
export { explainCall } from './policy/explain-call.ts';
export { policyView } from './policy/policy-view.ts';
export { requirePolicy } from './policy/require-policy.ts';
export { savePolicy } from './policy/save-policy.ts';
export { simulatePolicy } from './policy/simulate-policy.ts';
export { type Access, noAccessRules } from './ports/access.ts';
export { type Clock, systemClock } from './ports/clock.ts';
export type { Assessment, Gate, GateRequest } from './ports/gate.ts';
export type { OrderSigner } from './ports/order-signer.ts';
export type { EditablePolicy, LoadedPolicy, PolicyFileNow, SavedPolicy } from './ports/policy.ts';
export type {
  Actor,
  AgentRecord,
  ApprovalFacts,
  ApprovalRecord,
  ApprovalWithCall,
  BacklogRecord,
  CallCount,
  CallOutcome,
  ChainHead,
  ContinuationRecord,
  Decision,
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
  TokenUse,
  UpstreamToolHead,
  UpstreamToolRecord,
  UserRecord,
} from './ports/records.ts';
export type { Redactor } from './ports/redactor.ts';
export type { RunModels } from './ports/run-models.ts';
export type { Continued, Running, ServerExecutor, ServerResult } from './ports/server-executor.ts';
export type { Inventory, KnownTool, SourceImporter } from './ports/source-importer.ts';
export type {
  ApprovalFilter,
  CallFilter,
  Change,
  CommitResult,
  FollowingWrite,
  GuardedWrite,
  LogPart,
  Page,
  PageRequest,
  Store,
} from './ports/store.ts';
export {
  noTelemetry,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type Telemetry,
  type TokenAsked,
} from './ports/telemetry.ts';
export type { RegisteredTool, ToolRegistry } from './ports/tool-registry.ts';
export { previewOrder } from './previews/preview-order.ts';
export { submitPreview } from './previews/submit-preview.ts';
export { type Agent, actorOf, type Principal, personOf, type Runner, type User } from './principal.ts';
export {
  type CrashLoop,
  type ProcessCrash,
  type ProcessStart,
  recordCrashLoop,
  recordProcessCrashed,
  recordProcessStarted,
  recordProcessStopped,
} from './processes/record-process.ts';
export { announceRunner } from './runners/announce-runner.ts';
export { type AskedOfRun, askRun } from './runs/ask-run.ts';
export { runJournal } from './runs/run-journal.ts';
export { toolGateway } from './runs/tool-gateway.ts';
export type { Imported, ImportOptions } from './sources/import-source.ts';
export { putSecret, removeSecret } from './sources/keep-secrets.ts';
export { type RefreshOptions, refreshSource } from './sources/refresh-source.ts';
export { registerSource } from './sources/register-source.ts';
export { removeSource } from './sources/remove-source.ts';
export { SourceRefresher } from './sources/source-refresher.ts';
export { switchTool } from './sources/switch-tool.ts';
export { executionSignal, previewSignal, projectEvent } from './stream/project-event.ts';
export { memberView, principalView, projectView, tokenView, userView } from './views/account-view.ts';
export { approvalView, approvalViews, decisionResponse } from './views/approval-view.ts';
export { eventView } from './views/event-view.ts';
export { grantView, grantViews } from './views/grant-view.ts';
export { messageView } from './views/message-view.ts';
export { outputView } from './views/output-view.ts';
export { runView, runViews } from './views/run-view.ts';
export { runnerView } from './views/runner-view.ts';
export { sessionView, sessionViews } from './views/session-view.ts';
export {
  type BreakerStanding,
  importView,
  secretView,
  sourceView,
  type ToolStanding,
  upstreamToolDetails,
  upstreamToolView,
} from './views/source-view.ts';
export { executeResponse, toolCallView } from './views/tool-call-view.ts';
export { toolView } from './views/tool-view.ts';
export { transcriptView } from './views/transcript-view.ts';
