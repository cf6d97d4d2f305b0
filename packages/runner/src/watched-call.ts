import type { JsonObject, SealedCall } from '@countersign/contract';
import { summary } from '@countersign/policy';
import type { Redactor } from '@countersign/redaction';
import type { Progress, Report } from './journal.ts';
import type { WatchedCall, WatchedEnd } from './runner-event.ts';

export function watchedCall(redactor: Redactor, toolId: string, call: SealedCall): WatchedCall {
  const masked = redactor.json(call.arguments as JsonObject) as JsonObject;
  return { toolId, toolName: call.tool_name, summary: summary(call.tool_name, masked) };
}

export function recoveredCall({ order }: Progress): WatchedCall {
  return { toolId: order.toolId, toolName: order.toolName, summary: order.summary };
}

export function watchedEnd({ status, error, result, execution_time_ms }: Report): WatchedEnd {
  const { exit_code: exitCode } = (result ?? {}) as { exit_code?: unknown };
  return {
    status,
    error: error ?? null,
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    durationMs: execution_time_ms ?? null,
  };
}
