import type { UpstreamResult } from '@countersign/contract';
import { durationText } from './duration.ts';
import { jsonText } from './json-text.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';

/** What a tool gave back, for stdout; and how it went, for people. */
export function renderResult(result: UpstreamResult, style: Style): { text: string; remark: string } {
  const { status, upstream_status, execution_time_ms, result: value } = result;
  const word = status === 'failed' ? style.bad('failed') : style.good(status);
  const answered = upstream_status === null ? '' : `, the service answered ${upstream_status}`;
  const text = typeof value === 'string' ? printableLines(value).join('\n') : jsonText(value);
  return { text: `${text}\n`, remark: `${word} in ${timeText(execution_time_ms)}${answered}\n` };
}

function timeText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : durationText(ms);
}

/** What to do about a call that waits for a person. */
export function renderPending({ tool_id, metadata }: UpstreamResult, style: Style): string {
  const { call_id: call, approval_id: approval } = metadata as Record<string, string>;
  return `${style.warning('waiting')}: ${printable(tool_id)} asks for a person. Whoever may decide runs
  countersign approvals show ${approval}
  countersign approvals approve ${approval}
and its outcome is in \`countersign calls show ${call} --wait\`.
`;
}
