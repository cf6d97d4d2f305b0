import type { ServerResponse } from 'node:http';
import { type EventNode, newId, type RunView, type StreamMessage, type ToolCallView } from '@countersign/contract';
import { fakeApi, projectId, projectPath, type sampleApproval } from './fake-api.ts';
import { nowMs } from './fake-terminal.ts';

const at = (ms = 0) => new Date(nowMs + ms).toISOString();

export function sampleRun(changes: Partial<RunView> = {}): RunView {
  return {
    run_id: newId(nowMs),
    project_id: projectId,
    session_id: newId(nowMs),
    agent_id: newId(nowMs),
    user_id: newId(nowMs),
    message_id: newId(nowMs),
    task: 'Tidy up',
    model: 'demo',
    status: 'running',
    waiting_for: null,
    pending_calls: [],
    usage: { turns: 2, tool_calls: 1, input_tokens: 1200, output_tokens: 34, working_ms: 12_000 },
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
    created_at: at(-5_000),
    started_at: at(-4_000),
    ended_at: null,
    ...changes,
  };
}

export function sampleCall(changes: Partial<ToolCallView> = {}): ToolCallView {
  return {
    tool_id: newId(nowMs),
    user_id: newId(nowMs),
    project_id: projectId,
    session_id: newId(nowMs),
    agent_id: newId(nowMs),
    approval_id: null,
    runner_id: null,
    tool_name: 'write',
    tool_version: '1',
    tool_params: {},
    original_params: null,
    description: 'write a.txt',
    result: null,
    risk_level: 'MEDIUM',
    requires_approval: true,
    status: 'completed',
    outcome: null,
    error: null,
    error_type: null,
    execution_time_ms: 12,
    digest: 'd'.repeat(64),
    version: 3,
    deadline_at: null,
    cancel_requested_at: null,
    created_at: at(),
    approved_at: null,
    completed_at: null,
    ...changes,
  };
}

export function sampleNode(changes: Partial<EventNode> = {}): EventNode {
  return {
    id: newId<string>(nowMs),
    parent_id: null,
    depth: 0,
    kind: 'agent',
    label: 'Tidy up',
    status: 'completed',
    started_at: at(),
    ended_at: at(1_000),
    duration_ms: 1_000,
    waited_ms: 0,
    details: {},
    events: [],
    hidden_children: 0,
    ...changes,
  };
}

type Sent = { [Name in StreamMessage['event']]: { event: Name; data: object } }[StreamMessage['event']];

/** What the stream says of a run, without what is the same in every message. */
export function tellingOf(run: Pick<RunView, 'run_id' | 'session_id'>) {
  const base = { run_id: run.run_id, session_id: run.session_id, timestamp: at() };
  const turnId = newId<string>(nowMs);
  const call = { session_id: run.session_id, timestamp: at() };
  return {
    turn: (turn: number, status: string, more: object = {}): Sent => ({
      event: 'run.turn',
      data: {
        ...base,
        turn_id: turnId,
        turn,
        status,
        text: null,
        tool_calls: [],
        error: null,
        error_class: null,
        ...more,
      },
    }),
    delta: (offset: number, text: string): Sent => ({
      event: 'run.delta',
      data: { ...base, turn_id: turnId, offset, text },
    }),
    status: (status: string): Sent => ({
      event: 'run.status',
      data: { ...base, status, reason: null, error_class: null, usage: null },
    }),
    notice: (text: string): Sent => ({
      event: 'run.notice',
      data: { ...base, kind: 'retry_scheduled', text, figure: null, threshold: null },
    }),
    said: (author: string, text: string): Sent => ({
      event: 'chat.message',
      data: { ...base, message_id: newId<string>(nowMs), role: 'user', author, text },
    }),
    settled: ({ tool_id, status }: ToolCallView): Sent => ({
      event: 'tool.result_ack',
      data: { ...call, tool_id, status: 'received', call_status: status },
    }),
    requested: ({ approval_id, tool_id }: ReturnType<typeof sampleApproval>): Sent => ({
      event: 'tool.approval_request',
      data: {
        ...call,
        approval_id,
        tool_id,
        tool_name: 'write',
        risk_level: 'MEDIUM',
        timeout_seconds: 300,
        description: 'x',
      },
    }),
    resolved: ({ approval_id, tool_id }: ReturnType<typeof sampleApproval>, by: string): Sent => ({
      event: 'approval.resolved',
      data: { ...call, approval_id, tool_id, status: 'approved', decision: 'approve', decided_by: by, feedback: null },
    }),
  };
}

type Routes = Parameters<typeof fakeApi>[0];

/** A server on which one run happens as the test tells it, on any number of connections of the stream. */
export async function fakeRun(
  run: RunView,
  { calls = [], routes = {} }: { calls?: readonly ToolCallView[]; routes?: Routes } = {},
) {
  const state = { run, id: 0 };
  let opened = Promise.withResolvers<ServerResponse>();
  const posted = Promise.withResolvers<void>();
  const api = await fakeApi({
    [`POST ${projectPath}/chat/messages`]: () => {
      posted.resolve();
      const { message_id, session_id, run_id } = run;
      const message = {
        message_id,
        project_id: projectId,
        session_id,
        run_id,
        role: 'user',
        author: 'Ada',
        text: 'x',
        created_at: at(),
      };
      return { message, run };
    },
    [`GET ${projectPath}/runs/${run.run_id}`]: () => state.run,
    ...Object.fromEntries(calls.map((call) => [`GET ${projectPath}/tool-calls/${call.tool_id}`, () => call])),
    [`GET ${projectPath}/chat/stream`]: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      opened.resolve(response);
      return undefined;
    },
    ...routes,
  });
  return {
    ...api,
    posted: posted.promise,
    async send(...messages: readonly Sent[]): Promise<void> {
      await posted.promise;
      const response = await opened.promise;
      for (const { event, data } of messages) {
        state.id += 1;
        response.write(`id: ${state.id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    },
    /** What the record says from now on. */
    become(changes: Partial<RunView>): void {
      state.run = { ...state.run, ...changes };
    },
    async cut(): Promise<void> {
      const response = await opened.promise;
      opened = Promise.withResolvers<ServerResponse>();
      response.destroy();
    },
  };
}
