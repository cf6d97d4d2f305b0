import { type ApprovalView, newId, type StreamMessage, type ToolCallView } from '@countersign/contract';

export const projectId = newId<string>();
const at = '2026-11-15T12:00:00.000Z';

export function sampleApproval(): ApprovalView {
  return {
    approval_id: newId(),
    tool_id: newId(),
    project_id: projectId,
    session_id: newId(),
    agent: { agent_id: newId(), name: 'builder' },
    tool_name: 'write_file',
    tool_params: { path: 'a.txt' },
    original_params: null,
    description: 'Write a.txt',
    display: {
      title: 'Write a.txt',
      sections: [{ kind: 'fields', fields: [{ label: 'path', text: 'a.txt' }] }],
      complete: true,
      showable: true,
      warnings: [],
    },
    agent_note: null,
    risk_level: 'MEDIUM',
    reasons: ['writes a text file'],
    effects: [{ kind: 'writes', target: 'a.txt' }],
    network: false,
    target: 'runner',
    source: 'builtin',
    runs_on: [{ name: 'laptop', machine: 'laptop', sandbox: 'bubblewrap' }],
    rule_id: 'default.write',
    scopes: [],
    digest: 'd'.repeat(64),
    status: 'pending',
    requested_at: at,
    deadline_at: null,
    timeout_seconds: null,
    decision: null,
  };
}

export function sampleCall(status: ToolCallView['status']): ToolCallView {
  return {
    tool_id: newId(),
    user_id: newId(),
    project_id: projectId,
    session_id: newId(),
    agent_id: newId(),
    approval_id: null,
    runner_id: null,
    tool_name: 'read_file',
    tool_version: '1',
    tool_params: {},
    original_params: null,
    description: 'Read a.txt',
    result: null,
    risk_level: 'LOW',
    requires_approval: false,
    status,
    outcome: null,
    error: null,
    error_type: null,
    execution_time_ms: null,
    digest: 'd'.repeat(64),
    version: 1,
    deadline_at: null,
    cancel_requested_at: null,
    created_at: at,
    approved_at: null,
    completed_at: null,
  };
}

export function sessionCreated(id: number): StreamMessage {
  return { id, event: 'session.created', data: { session_id: newId(), title: `session ${id}`, timestamp: at } };
}

/** A message as it stands on the wire. */
export function frame({ id, event, data }: { id: number | null; event: string; data: unknown }): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
