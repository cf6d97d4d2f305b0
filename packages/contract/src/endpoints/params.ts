import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Strict, Uuid } from '../schemas/primitives.ts';

export const projectPath = '/my/projects/:project_id';
export const ProjectParams = Strict({ project_id: Uuid });
export const ApprovalParams = Strict({ project_id: Uuid, approval_id: Uuid });
export const ToolCallParams = Strict({ project_id: Uuid, tool_id: Uuid });
export const SessionParams = Strict({ project_id: Uuid, session_id: Uuid });
export const RunParams = Strict({ project_id: Uuid, run_id: Uuid });
export const GrantParams = Strict({ project_id: Uuid, grant_id: Uuid });

/** Of requests that can be sent again: what a retry with the same key gets is said by the endpoint. */
export function IdempotencyHeaders(description: string) {
  const key = Type.String({ minLength: 1, maxLength: limits.idempotencyKeyLengthMax, description });
  return Type.Object({ 'idempotency-key': Type.Optional(key) });
}
