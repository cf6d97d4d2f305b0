import {
  type ApprovalId,
  CountersignError,
  type JsonObject,
  type ProjectId,
  type SessionId,
} from '@countersign/contract';
import {
  approvalViews,
  approvalWithPastCalls,
  checkEdit,
  decideApproval,
  decideApprovals,
  decisionResponse,
} from '@countersign/control-plane';
import { maskedProblem } from '../http/render-problem.ts';
import { ok, route } from '../http/route.ts';
import { decisionInput } from './decision-input.ts';
import { pageOf } from './page-of.ts';

export const approvalRoutes = [
  route('listApprovals', async ({ plane }, { params, query }) => {
    const filter = {
      projectId: params.project_id as ProjectId,
      ...(query.status === undefined ? {} : { status: query.status }),
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id as SessionId }),
    };
    const page = await plane.store.listApprovals(filter, pageOf(query));
    return ok({ approvals: await approvalViews(plane, page.items), next_cursor: page.nextCursor });
  }),

  route('getApproval', async ({ plane }, { params }) => {
    const found = await plane.store.findApproval(params.project_id as ProjectId, params.approval_id as ApprovalId);
    if (!found) throw new CountersignError('not_found', 'There is no such approval here.');
    return ok(await approvalWithPastCalls(plane, found));
  }),

  route('approveApproval', async ({ plane }, { params, body, principal }) => {
    const { decision: _, ...rest } = body;
    const decided = await decideApproval(
      plane,
      principal,
      targetOf(params),
      decisionInput({ ...rest, decision: 'approve' }),
    );
    return ok(decisionResponse(params.approval_id, decided));
  }),

  route('rejectApproval', async ({ plane }, { params, body: { reason, digest }, principal }) => {
    const input = decisionInput({
      decision: 'reject',
      ...(reason === undefined ? {} : { feedback: reason }),
      ...(digest === undefined ? {} : { digest }),
    });
    return ok(decisionResponse(params.approval_id, await decideApproval(plane, principal, targetOf(params), input)));
  }),

  route('decideApproval', async ({ plane }, { params, body, principal }) => {
    const decided = await decideApproval(plane, principal, targetOf(params), decisionInput(body));
    return ok(decisionResponse(params.approval_id, decided));
  }),

  route('checkEdit', async ({ plane }, { params, body }) =>
    ok(await checkEdit(plane, targetOf(params), body.modified_arguments as JsonObject)),
  ),

  route('decideApprovals', async ({ plane }, { params, body, principal }) => {
    const items = body.decisions.map(({ approval_id, decision, feedback = null, digest = null }) => ({
      approvalId: approval_id as ApprovalId,
      verb: decision,
      feedback,
      digest,
    }));
    const results = await decideApprovals(plane, principal, params.project_id as ProjectId, items);
    return ok({
      results: results.map((result) => {
        if (result.ok)
          return {
            approval_id: result.approvalId,
            status: 200,
            response: decisionResponse(result.approvalId, result.decided),
            problem: null,
          };
        const problem = maskedProblem(plane.redactor, result.error);
        return { approval_id: result.approvalId, status: problem.status, response: null, problem };
      }),
    });
  }),
];

function targetOf(params: { project_id: string; approval_id: string }) {
  return { projectId: params.project_id as ProjectId, approvalId: params.approval_id as ApprovalId };
}
