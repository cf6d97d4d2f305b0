import { hash } from 'node:crypto';
import type { ToolCallId } from '@countersign/contract';
import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { parseTraceparent } from './traceparent.ts';

/** Where a call stands in a trace: the step that asked for it, if any, and the span that is the call itself. */
export type CallTrace = { readonly parent: SpanContext | null; readonly own: SpanContext };

/**
 * Follows from the call's id, so that every process that has to do with a call, before and after a restart, means the
 * same trace and the same span, and none has to hold a span open while a person thinks.
 */
export function callTrace(callId: ToolCallId, traceparent: string | null): CallTrace {
  const parent = parseTraceparent(traceparent);
  return {
    parent,
    own: {
      traceId: parent?.traceId ?? callId.replaceAll('-', ''),
      spanId: spanIdOf('execute_tool', callId),
      traceFlags: parent?.traceFlags ?? TraceFlags.SAMPLED,
      isRemote: true,
    },
  };
}

const spanIdDigits = 16;

/** Of the one span of this kind that the call has. */
export function spanIdOf(kind: 'execute_tool' | 'approval', callId: ToolCallId): string {
  return hash('sha256', `${kind}:${callId}`, 'hex').slice(0, spanIdDigits);
}
