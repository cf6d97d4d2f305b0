import type { MessageView, RunView } from '@countersign/contract';
import { relativeText } from './duration.ts';
import { printable, printableLines } from './printable.ts';
import { usageText } from './run-lines.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

const waitsFor = {
  turn_of_session: 'waits for an earlier run of its session',
  model: 'the model works',
  tools: 'tools run',
  approval: 'waits for a decision: countersign approvals list',
  retry: 'waits before it tries again',
} as const;

/** A run and what was said in it. Nothing is cut off but the task, which is the first message in full. */
export function renderRun(run: RunView, messages: readonly MessageView[], style: Style, nowMs: number): string {
  const optional = (name: string, value: string | null) =>
    value === null ? [] : [[name, printableLines(value)] as const];
  const { control } = run;
  const fields = [
    ['run', run.run_id],
    ['state', stateLines(run, style)],
    ...optional('error', run.error_class),
    ['model', printable(run.model)],
    ['used', usageText(run)],
    [
      'at most',
      `${control.max_turns} turns, ${control.max_tokens.toLocaleString('en-US')} tokens, ${control.max_wall_time_seconds} s of work`,
    ],
    ...(run.pending_calls.length === 0 ? [] : [['open calls', run.pending_calls] as const]),
    ['session', run.session_id],
    ['begun', `${run.created_at} (${relativeText(run.created_at, nowMs)})`],
    ...optional('ended', run.ended_at),
  ] as const;
  return `${style.strong(printable(run.task))}\n\n${renderFields(fields, style)}\n${messages
    .map((message) => renderMessage(message, style))
    .join('\n')}`;
}

function stateLines({ status, waiting_for, end_reason }: RunView, style: Style): string[] {
  const why = end_reason === null ? [] : printableLines(end_reason);
  return [style.strong(status), ...(waiting_for === null ? [] : [waitsFor[waiting_for]]), ...why];
}

function renderMessage({ author, text, created_at: at }: MessageView, style: Style): string {
  const lines = printableLines(text).map((line) => `  ${line}\n`);
  return `${style.strong(printable(author))} ${style.faint(at)}\n${lines.join('')}`;
}
