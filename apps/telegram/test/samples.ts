import { type ApprovalView, newId, type RunView } from '@countersign/contract';
import type { MessageRow } from '../src/state/messages.ts';
import { plainContent } from '../src/text/rich-text.ts';

const at = '2026-11-15T12:00:00.000Z';

export function anApproval(more: Partial<ApprovalView> = {}): ApprovalView {
  return {
    approval_id: newId(),
    tool_id: newId(),
    project_id: newId(),
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
    effects: [],
    network: false,
    target: 'runner',
    source: 'builtin',
    runs_on: [{ name: 'laptop', machine: 'laptop', sandbox: 'bubblewrap' }],
    rule_id: 'default.write',
    scopes: [{ scope: 'class', text: 'write text files under src/', warning: null, past_calls: null }],
    digest: 'd'.repeat(64),
    status: 'pending',
    requested_at: at,
    deadline_at: '2026-11-15T12:05:00.000Z',
    timeout_seconds: 300,
    decision: null,
    ...more,
  };
}

export function aRun(more: Partial<RunView> = {}): RunView {
  return {
    run_id: newId(),
    project_id: newId(),
    session_id: newId(),
    agent_id: newId(),
    user_id: newId(),
    message_id: newId(),
    task: 'Tidy up',
    model: 'demo',
    status: 'running',
    waiting_for: 'model',
    pending_calls: [],
    usage: { turns: 2, tool_calls: 1, input_tokens: 10, output_tokens: 5, working_ms: 100 },
    control: {
      max_turns: 50,
      max_wall_time_seconds: 1800,
      max_tokens: 1_000_000,
      max_retries: 3,
      retry_base_seconds: 1,
      retry_max_seconds: 60,
      breaker_failures: 5,
      breaker_seconds: 30,
      no_progress_turns: 3,
      context_tokens: 100_000,
      model_timeout_seconds: 300,
    },
    answer: null,
    end_reason: null,
    error_class: null,
    created_at: at,
    started_at: at,
    ended_at: null,
    ...more,
  };
}

export function aMessage(more: Partial<MessageRow> = {}): MessageRow {
  return {
    id: 1,
    chatId: 1,
    kind: 'note',
    subject: 's',
    replyTo: null,
    wanted: plainContent('hello'),
    messageId: null,
    isOpen: false,
    failures: 0,
    dueAt: 0,
    ...more,
  };
}
