import { type CallStatus, callStatuses, endpoints, isoTime, settledStatuses } from '@countersign/contract';
import { aState, aToolCall } from '@countersign/testing';
import { outcomeOf } from '@countersign/tool-call';
import { describe, expect, it } from 'vitest';
import { executeResponse, toolCallView } from '../index.ts';

const calls = callStatuses.map((status) => ({ status, call: aToolCall({ state: aState[status]() }) }));
const fieldsOf = (status: CallStatus) => calls.find((each) => each.status === status)!.call;

describe('the record of a call', () => {
  it.each(calls)('that is $status has every field of the record, and no other [L10]', ({ call }) => {
    const declared = Object.keys(endpoints.getToolCall.responses[200].properties);
    expect(Object.keys(toolCallView(call)).sort()).toEqual([...declared].sort());
    for (const field of [
      'user_id',
      'project_id',
      'session_id',
      'approval_id',
      'tool_name',
      'tool_params',
      'result',
      'risk_level',
      'requires_approval',
      'status',
      'error',
      'error_type',
      'execution_time_ms',
      'created_at',
      'approved_at',
      'completed_at',
    ]) {
      expect(declared).toContain(field);
    }
  });

  it.each(calls)('that is $status shows masked arguments and never the real ones [G8]', ({ call }) => {
    const request = { ...call.request, params: '{"password":"***"}', sealedArguments: '{"password":"hunter2"}' };
    expect(JSON.stringify([toolCallView({ ...call, request }), executeResponse({ ...call, request })])).not.toContain(
      'hunter2',
    );
  });

  it.each(calls)('that is $status answers the caller with the same outcome as the record [L9]', ({ call, status }) => {
    const view = toolCallView(call);
    expect(executeResponse(call)).toMatchObject({
      success: status === 'completed',
      tool_id: view.tool_id,
      status: view.status,
      result: view.result,
      error: view.error,
      error_type: view.error_type,
      outcome: view.outcome,
    });
    expect(view.outcome).toEqual(outcomeOf(call));
    expect(view.completed_at !== null).toBe(settledStatuses.has(status));
  });

  it('tells an approval timeout from a refusal and from a failure [L5, T8]', () => {
    expect(toolCallView(fieldsOf('timeout'))).toMatchObject({ error: 'Approval timeout', error_type: 'timeout' });
    expect(toolCallView(fieldsOf('rejected'))).toMatchObject({ error_type: null });
    expect(toolCallView(fieldsOf('failed'))).toMatchObject({
      error: 'No space left on device',
      error_type: 'tool_exec',
    });
    expect(toolCallView(fieldsOf('unknown'))).toMatchObject({ error_type: 'unknown' });
    expect(toolCallView(fieldsOf('completed'))).toMatchObject({ error: null, error_type: null, result: { ok: true } });
  });

  it('says when it was made, approved and completed, and who ran it [L10]', () => {
    const call = fieldsOf('completed');
    const { approvedAt, completedAt, executor } = call.state as ReturnType<typeof aState.completed>;
    expect(toolCallView(call)).toMatchObject({
      created_at: isoTime(call.request.createdAt),
      approved_at: isoTime(approvedAt),
      completed_at: isoTime(completedAt),
      runner_id: executor,
      execution_time_ms: 1_000,
    });
    const own = aToolCall({ state: { ...aState.completed(), executor: 'server' } });
    expect(toolCallView(own).runner_id).toBeNull();
  });
});
