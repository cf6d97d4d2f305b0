import { Strict, Uuid } from '../schemas/primitives.ts';

export const projectPath = '/my/projects/:project_id';
export const ProjectParams = Strict({ project_id: Uuid });
export const ApprovalParams = Strict({ project_id: Uuid, approval_id: Uuid });
export const ToolCallParams = Strict({ project_id: Uuid, tool_id: Uuid });
export const SessionParams = Strict({ project_id: Uuid, session_id: Uuid });
export const RunParams = Strict({ project_id: Uuid, run_id: Uuid });
export const GrantParams = Strict({ project_id: Uuid, grant_id: Uuid });
