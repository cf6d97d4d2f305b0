import { newId } from '@countersign/contract';
import { aCallRequest } from '@countersign/testing';
import {
  type CallEvent,
  type CallEventType,
  type Executor,
  nothingPrinted,
  type Person,
  type ToolCall,
} from '../src/index.ts';

/** The times of `aState`: everything in it is open at `early` and has run out at `late`. */
export const early: number = Date.UTC(2026, 0, 1) + 5_000;
export const late: number = Date.UTC(2026, 0, 1) + 10_000_000;

export const ada: Person = { userId: newId(), name: 'Ada' };
export const stranger: Executor = newId();

/** An event that every guard of the call's state lets pass; whether the move exists is another question. */
export function aPassingEvent(type: CallEventType, call: ToolCall): CallEvent {
  const executor = 'executor' in call.state && call.state.executor !== null ? call.state.executor : stranger;
  const approval = { nonce: 'n', claimBy: early + 60_000 };
  const report = { at: early, executor, fence: 1, result: '{"ok":true}', executionTimeMs: 7 };
  switch (type) {
    case 'preview':
      return { type, at: early, previewBy: early + 2_000 };
    case 'ask':
      return { type, at: early, approvalId: newId(), deadlineAt: early + 1_500 };
    case 'allow':
      return { type, at: early, basis: { kind: 'rule', ruleId: 'default.low' }, ...approval };
    case 'deny':
      return { type, at: early, ruleId: 'deny.rm', reason: 'It deletes everything.' };
    case 'invalidate':
      return { type, at: early, error: 'path: is missing' };
    case 'approve':
      return { type, at: early, by: ada, edited: null, ...approval };
    case 'reject':
      return { type, at: early, by: ada, feedback: 'Not now.' };
    case 'expire':
    case 'abandon':
      return { type, at: late };
    case 'cancel':
    case 'request_cancel':
      return { type, at: early, by: 'Ada' };
    case 'claim':
      return { type, at: early, executor, leaseUntil: early + 30_000, executeBy: early + 35_000 };
    case 'renew':
      return { type, at: early, executor, fence: 1, leaseUntil: early + 30_000 };
    case 'print': {
      const chunk = { stream: 'stdout', offset: 0, text: 'ok\n' } as const;
      return { type, at: early, executor, fence: 1, chunks: [chunk], printed: nothingPrinted };
    }
    case 'undo':
      return { type, at: early, executor, by: 'laptop', path: 'src/hello.txt', sha256: null };
    case 'complete':
      return { type, ...report };
    case 'fail':
      return { type, ...report, error: 'No space left', errorType: 'tool_exec' };
    case 'stop':
      return { type, at: early, executor, fence: 1 };
    case 'lose':
      return { type, at: late, reportedBy: null };
  }
}

/** The same request with a human's arguments in it. */
export function anEdit(call: ToolCall, content = 'goodbye') {
  const args = JSON.stringify({ content, path: 'src/hello.txt' });
  const request = aCallRequest({
    ...call.request,
    sealedArguments: args,
    params: args,
    originalParams: call.request.params,
    digest: 'e'.repeat(64),
  });
  return { request, changed: ['content'] };
}
