import {
  type ApprovalView,
  CountersignError,
  type DecisionResponse,
  type DecisionView,
  type Display,
  isoTime,
  type JsonObject,
  type PreviewFile,
  type ScopeOffer,
} from '@countersign/contract';
import {
  cutText,
  displayCall,
  type GrantOffer,
  grantOffers,
  grantText,
  grantWarning,
  type Known,
  makeVisible,
} from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import { type Decided, holdsSecret } from '../approvals/decide-approval.ts';
import type { ControlPlane } from '../control-plane.ts';
import { assessAgain, toCover } from '../grants/remember-decision.ts';
import type { Assessment } from '../ports/gate.ts';
import type { ApprovalWithCall, Decision, RunnerRecord } from '../ports/records.ts';
import { ableRunners, commandTools } from '../runners/able-runners.ts';
import { grantView } from './grant-view.ts';

/** Effects of one call that are listed, and characters of each. */
const effectsMax = 50;
const effectLengthMax = 500;

/** Approvals of one project, with the runners that are there now. */
export async function approvalViews(plane: ControlPlane, found: readonly ApprovalWithCall[]): Promise<ApprovalView[]> {
  const waiting = found.find(({ approval }) => approval.status === 'pending');
  const runners = waiting ? await plane.store.listRunners(waiting.approval.projectId, plane.clock.now()) : [];
  return found.map((each) => approvalView(plane, each, runners));
}

export function approvalView(
  plane: ControlPlane,
  { approval, call, agentName, preview }: ApprovalWithCall,
  runners: readonly RunnerRecord[],
): ApprovalView {
  const { request } = call;
  const params = JSON.parse(request.params) as JsonObject;
  const assessment = approval.status === 'pending' ? assessIfPossible(plane, call) : null;
  const runsOn = approval.status === 'pending' ? ableRunners(runners, call, plane.clock.now()) : [];
  const shown = displayCall({ toolName: request.toolName, params }, knownOf(plane, call, assessment, preview));
  const display = { ...shown, warnings: [...shown.warnings, ...sandboxWarnings(request.toolName, runsOn)] };
  const { requestedAt, deadlineAt } = approval;
  return {
    approval_id: approval.id,
    tool_id: call.id,
    project_id: approval.projectId,
    session_id: approval.sessionId,
    agent: { agent_id: request.agentId, name: agentName },
    tool_name: request.toolName,
    tool_params: params,
    original_params: request.originalParams === null ? null : JSON.parse(request.originalParams),
    description: request.description,
    display,
    agent_note: request.agentNote === null ? null : makeVisible(request.agentNote),
    risk_level: request.riskLevel,
    reasons: [...request.reasons],
    effects: effectsOf(plane, assessment),
    network: request.network,
    target: request.target,
    source: plane.tools.find(request.toolName)?.definition.upstream?.source ?? 'builtin',
    runs_on: runsOn.map(({ name, machine, announcement }) => ({
      name: makeVisible(name),
      machine: makeVisible(machine),
      sandbox: announcement!.sandbox,
    })),
    rule_id: request.ruleId,
    scopes: approval.status === 'pending' ? scopeOffers(display, offersOf(plane, call, assessment)) : [],
    digest: request.digest,
    status: approval.status,
    requested_at: isoTime(requestedAt),
    deadline_at: deadlineAt === null ? null : isoTime(deadlineAt),
    timeout_seconds: deadlineAt === null ? null : Math.round((deadlineAt - requestedAt) / 1000),
    decision: approval.decision && decisionView(approval.decision),
  };
}

/** A2: from narrow to wide, each in the words of its own matcher. Nothing where the call cannot be approved (A8). */
function scopeOffers({ complete, showable }: Display, offers: readonly GrantOffer[]): ScopeOffer[] {
  if (!showable) return [];
  const onlyThis: ScopeOffer = { scope: 'call', text: 'Only this call', warning: null, past_calls: null };
  if (!complete) return [onlyThis];
  return [
    onlyThis,
    ...offers.map(({ scope, matcher }) => ({
      scope,
      text: grantText(matcher),
      warning: grantWarning(matcher),
      past_calls: null,
    })),
  ];
}

/** None where the arguments cannot be opened here: a list is shown all the same, and deciding says what is wrong. */
function assessIfPossible(plane: ControlPlane, call: ToolCall): Assessment | null {
  try {
    return assessAgain(plane, call);
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}

/** One that holds a secret is not on offer: a grant is stored and shown. */
export function offersOf(plane: ControlPlane, call: ToolCall, assessment: Assessment | null): GrantOffer[] {
  if (!assessment) return [];
  const offers = grantOffers(toCover(call, assessment));
  return offers.filter(({ matcher }) => !holdsSecret(plane, matcher));
}

/** Each once, masked as everything that is made from the real arguments, and no more than anyone reads. */
function effectsOf({ redactor }: ControlPlane, assessment: Assessment | null): ApprovalView['effects'] {
  return (assessment?.effects ?? [])
    .slice(0, effectsMax)
    .map(({ kind, target }) => ({ kind, target: makeVisible(redactor.text(cutText(target, effectLengthMax))) }));
}

/** T6: where no sandbox is, nobody agrees to a command without having been told. */
function sandboxWarnings(toolName: string, runsOn: readonly RunnerRecord[]): string[] {
  if (!commandTools.has(toolName)) return [];
  return runsOn
    .filter(({ announcement }) => announcement?.sandbox === 'none')
    .map(({ name }) =>
      makeVisible(`Runner "${name}" has no sandbox: the command runs there with all the rights of its user.`),
    );
}

/** What the gate found, which it found in the real arguments: it comes with what masks it (G8). */
function knownOf(
  plane: ControlPlane,
  { request }: ToolCall,
  assessment: Assessment | null,
  preview: readonly PreviewFile[],
): Known {
  const args = (): JsonObject => JSON.parse(request.sealedArguments!) as JsonObject;
  return {
    mask: (text) => plane.redactor.text(text),
    judged: assessment && { judgement: assessment.judgement, rulings: assessment.rulings, arguments: args() },
    // An edit may have left the files behind that were shown.
    request: assessment && (plane.tools.find(request.toolName)?.describeRequest?.(args()) ?? null),
    files: preview.filter(({ path }) => request.expectedFiles.some((expected) => expected.path === path)),
  };
}

function decisionView({ verb, by, at, feedback, grantId }: Decision): DecisionView {
  return {
    decision: verb,
    decided_by: { user_id: by.userId, name: by.name },
    decided_at: isoTime(at),
    feedback,
    grant_id: grantId,
  };
}

export function decisionResponse(approvalId: string, { call, decision, grant }: Decided): DecisionResponse {
  return {
    success: true,
    approval_id: approvalId,
    tool_id: call.id,
    status: decision.verb === 'reject' ? 'rejected' : 'approved',
    call_status: call.state.status,
    decision: decisionView(decision),
    grant: grant && grantView(grant),
  };
}
