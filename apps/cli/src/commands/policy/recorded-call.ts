import type { JsonObject, ToolCallView } from '@countersign/contract';

/** A call to be judged again. */
export type RecordedCall = {
  /** Null for one that was never made. */
  readonly id: string | null;
  readonly tool: string;
  readonly params: JsonObject;
  readonly agentId: string;
  readonly sessionId: string;
  readonly projectId: string;
  readonly description: string;
};

/** What the agent asked for, before a person changed it. Secrets in it are masked, as everywhere in the record. */
export function recordedCallOf(view: ToolCallView): RecordedCall {
  return {
    id: view.tool_id,
    tool: view.tool_name,
    params: (view.original_params ?? view.tool_params) as JsonObject,
    agentId: view.agent_id,
    sessionId: view.session_id,
    projectId: view.project_id,
    description: view.description,
  };
}
