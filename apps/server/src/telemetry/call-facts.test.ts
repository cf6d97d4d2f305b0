import type { ToolDefinition } from '@countersign/contract';
import type { RegisteredTool } from '@countersign/control-plane';
import { aState, aToolCall } from '@countersign/testing';
import type { CallState } from '@countersign/tool-call';
import { describe, expect, it } from 'vitest';
import { callFacts } from './call-facts.ts';

const upstream = {
  source: 'pizzeria',
  kind: 'openapi',
  path: '/orders',
  method: 'POST',
  profile: { mode: 'async_poll' },
} as unknown as ToolDefinition['upstream'];
const tools = {
  find: (name: string) => {
    if (name === 'pizzeria__order') return { definition: { name, upstream } } as unknown as RegisteredTool;
    return name === 'write_file' ? ({ definition: { name } } as unknown as RegisteredTool) : null;
  },
};
const factsOf = (toolName: string, state: CallState) => callFacts(aToolCall({ state, request: { toolName } }), tools);

describe('what is said of a call', () => {
  it('names its tool, source, path and mode [P6]', () => {
    expect(factsOf('pizzeria__order', aState.completed())).toEqual({
      tool: 'pizzeria__order',
      source: 'pizzeria',
      status: 'completed',
      errorCode: null,
      executionMs: 1_000,
      risk: 'MEDIUM',
      path: '/orders',
      mode: 'async_poll',
      isUpstream: true,
    });
    expect(factsOf('write_file', aState.completed())).toMatchObject({ source: 'builtin', mode: 'runner', path: null });
  });

  it('never repeats a name that an agent made up: how many there are is not theirs to choose [P6]', () => {
    expect(factsOf('x'.repeat(50), aState.failed())).toMatchObject({ tool: 'unregistered', source: 'builtin' });
  });

  it.each([
    ['the errorType of a local tool', 'write_file', aState.failed(), 'failed', 'tool_exec'],
    [
      'what was wrong with the arguments',
      'write_file',
      { ...aState.failed(), cause: 'invalid' },
      'failed',
      'validation_error',
    ],
    ['that nobody ran it', 'write_file', { ...aState.failed(), cause: 'no_runner' }, 'failed', 'no_runner'],
    ['a refusal by a person', 'write_file', aState.rejected(), 'rejected', 'rejected'],
    ['a deadline that passed', 'write_file', aState.timeout(), 'timeout', 'approval_timeout'],
    ['that it was called off', 'write_file', aState.cancelled(), 'cancelled', 'cancelled'],
    ['that nobody knows', 'write_file', aState.unknown(), 'unknown', 'unknown'],
    [
      'the code of what went wrong on the way to a service',
      'pizzeria__order',
      { ...aState.failed(), result: '{"message":"m","error_code":"circuit_open"}' },
      'failed',
      'circuit_open',
    ],
    [
      'no code that nobody knows',
      'pizzeria__order',
      { ...aState.failed(), result: '{"error_code":"constructor"}' },
      'failed',
      'tool_exec',
    ],
    [
      'that the service said no',
      'pizzeria__order',
      { ...aState.failed(), result: '{"status":"failed","result":{},"upstream_status":404}' },
      'failed',
      'upstream_failed',
    ],
    [
      'nothing for a service whose own answer says failed',
      'pizzeria__order',
      {
        ...aState.completed(),
        result: '{"tool_id":"pizzeria__order","status":"completed","result":{"status":"failed"}}',
      },
      'completed',
      null,
    ],
  ] as const)('gives as its error %s [P6]', (_, toolName, state, status, errorCode) => {
    expect(factsOf(toolName, state)).toMatchObject({ status, errorCode });
  });
});
