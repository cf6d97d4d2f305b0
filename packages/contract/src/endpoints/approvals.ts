import { Type } from 'typebox';
import {
  ApprovalStatus,
  ApprovalView,
  ApproveRequest,
  BatchDecisionRequest,
  BatchDecisionResponse,
  CheckEditRequest,
  DecisionRequest,
  DecisionResponse,
  EditCheck,
  RejectRequest,
} from '../schemas/approval.ts';
import { Page, PageQuery, Strict, Uuid } from '../schemas/primitives.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ApprovalParams, ProjectParams, projectPath } from './params.ts';

const decisionErrors = [
  'not_found',
  'already_decided',
  'approval_expired',
  'digest_mismatch',
  'inventory_changed',
  'arguments_refused',
  'cannot_remember',
  'cannot_show',
] as const;

export const listApprovals = endpoint({
  id: 'listApprovals',
  method: 'GET',
  path: `${projectPath}/approvals`,
  summary: 'Approvals of the project, oldest first while they wait, newest first otherwise.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ status: Type.Optional(ApprovalStatus), session_id: Type.Optional(Uuid), ...PageQuery }),
  responses: { 200: Page('approvals', ApprovalView) },
  errors: ['not_found'],
});

export const getApproval = endpoint({
  id: 'getApproval',
  method: 'GET',
  path: `${projectPath}/approvals/:approval_id`,
  summary: 'One approval in full, as it is to be decided.',
  access: inProject('user'),
  params: ApprovalParams,
  responses: { 200: ApprovalView },
  errors: ['not_found'],
});

export const approveApproval = endpoint({
  id: 'approveApproval',
  method: 'POST',
  path: `${projectPath}/approvals/:approval_id/approve`,
  summary: 'Approve a call as it was shown.',
  access: inProject('user'),
  params: ApprovalParams,
  body: ApproveRequest,
  responses: { 200: DecisionResponse },
  errors: decisionErrors,
});

export const rejectApproval = endpoint({
  id: 'rejectApproval',
  method: 'POST',
  path: `${projectPath}/approvals/:approval_id/reject`,
  summary: 'Reject a call; the reason reaches the model.',
  access: inProject('user'),
  params: ApprovalParams,
  body: RejectRequest,
  responses: { 200: DecisionResponse },
  errors: decisionErrors,
});

export const decideApproval = endpoint({
  id: 'decideApproval',
  method: 'POST',
  path: `${projectPath}/approvals/:approval_id/decision`,
  summary: 'Approve, reject, or approve with edited arguments; with a scope to remember.',
  access: inProject('user'),
  params: ApprovalParams,
  body: DecisionRequest,
  responses: { 200: DecisionResponse },
  errors: decisionErrors,
});

export const checkEdit = endpoint({
  id: 'checkEdit',
  method: 'POST',
  path: `${projectPath}/approvals/:approval_id/check`,
  summary: 'How edited arguments would be judged and shown. Decides nothing.',
  access: inProject('user'),
  params: ApprovalParams,
  body: CheckEditRequest,
  responses: { 200: EditCheck },
  errors: ['not_found', 'already_decided', 'inventory_changed', 'arguments_refused', 'cannot_show'],
});

export const decideApprovals = endpoint({
  id: 'decideApprovals',
  method: 'POST',
  path: `${projectPath}/approvals/decisions`,
  summary: 'Decide many approvals by id; each is answered on its own.',
  access: inProject('user'),
  params: ProjectParams,
  body: BatchDecisionRequest,
  responses: { 200: BatchDecisionResponse },
  errors: ['not_found'],
});
