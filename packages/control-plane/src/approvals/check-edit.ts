import {
  type ApprovalId,
  CountersignError,
  type EditCheck,
  type JsonObject,
  type ProjectId,
} from '@countersign/contract';
import { requireArguments } from '../calls/require-arguments.ts';
import type { ControlPlane } from '../control-plane.ts';
import { approvalView } from '../views/approval-view.ts';
import { editRequest } from './edit-request.ts';
import { requireSameTool } from './require-same-tool.ts';
import { requireShowable } from './require-showable.ts';

/**
 * A1: what would be approved if these arguments were, and how it is judged; refused as the edit itself would be.
 * Nothing is decided or written: whoever decides is judged by the same steps again.
 */
export async function checkEdit(
  plane: ControlPlane,
  target: { readonly projectId: ProjectId; readonly approvalId: ApprovalId },
  modified: JsonObject,
): Promise<EditCheck> {
  const found = await plane.store.findApproval(target.projectId, target.approvalId);
  if (!found) throw new CountersignError('not_found', 'There is no such approval here.');
  if (found.approval.status !== 'pending')
    throw new CountersignError('already_decided', 'This does not wait for a decision any more.', {
      approval_status: found.approval.status,
    });
  requireArguments(found.call);
  requireSameTool(plane, found.call);
  const { request, changed } = editRequest(plane, found.call, modified);
  requireShowable(request);
  const view = approvalView(plane, { ...found, call: { ...found.call, request } }, []);
  const { risk_level, rule_id, reasons, effects, display } = view;
  return { risk_level, rule_id, reasons, effects, display, changed: [...changed] };
}
