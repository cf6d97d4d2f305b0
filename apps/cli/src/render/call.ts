import type { ToolCallView } from '@countersign/contract';
import { durationText } from './duration.ts';
import { jsonText } from './json-text.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

/** The record of a call as a person reads it. Nothing is cut off. */
export function renderCall(call: ToolCallView, style: Style): string {
  const optional = (name: string, value: string | null) =>
    value === null ? [] : [[name, printableLines(value)] as const];
  const fields = [
    ['call', call.tool_id],
    ['state', style.strong(call.status)],
    ...optional('outcome', call.outcome && `${call.outcome.kind}: ${call.outcome.message}`),
    ...optional('error', call.error && (call.error_type ? `${call.error_type}: ${call.error}` : call.error)),
    ['risk', style.risk(call.risk_level)],
    ['tool', printable(call.tool_name)],
    ['arguments', jsonText(call.tool_params).split('\n')],
    ...optional('asked for', call.original_params === null ? null : jsonText(call.original_params)),
    ...optional('result', call.result === null ? null : resultText(call.result)),
    ...optional('ran for', call.execution_time_ms === null ? null : durationText(call.execution_time_ms)),
    ['session', call.session_id],
    ...optional('approval', call.approval_id),
    ['created', call.created_at],
    ...optional('approved', call.approved_at),
    ...optional('completed', call.completed_at),
    ['digest', call.digest],
  ] as const;
  return `${style.strong(printable(call.description))}\n\n${renderFields(fields, style)}`;
}

function resultText(result: unknown): string {
  return typeof result === 'string' ? result : jsonText(result);
}
