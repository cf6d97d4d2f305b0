import type { ReceivedMessage } from '@countersign/client';
import type { RunView, ToolCallView } from '@countersign/contract';
import { durationText } from './duration.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';

type DataOf<Name extends ReceivedMessage['event']> = Extract<ReceivedMessage, { event: Name }>['data'];

const noteLengthMax = 300;

/** A call that is over: what it was, how risky, and what came of it. */
export function renderSettledCall(call: ToolCallView, style: Style): string {
  const isGood = call.status === 'completed';
  const mark = isGood ? style.good('+') : style.bad('-');
  const took = call.execution_time_ms === null ? '' : style.faint(`  ${timeText(call.execution_time_ms)}`);
  const how = isGood ? '' : `  ${style.bad(call.status)}${reasonText(call)}`;
  return `  ${mark} ${riskText(call.risk_level, style)}  ${printable(call.description)}${took}${how}\n`;
}

function reasonText({ outcome, error }: ToolCallView): string {
  const reason = outcome?.feedback ?? error ?? outcome?.message ?? null;
  return reason === null ? '' : `: ${short(reason)}`;
}

function riskText(level: ToolCallView['risk_level'], style: Style): string {
  return style.risk(level) + ' '.repeat('MEDIUM'.length - level.length);
}

/** What the model said beside the calls that it makes. */
export function renderTurnText(text: string, style: Style): string {
  const lines = printableLines(text.trim());
  return text.trim() === '' ? '' : lines.map((line) => `  ${style.faint('|')} ${line}\n`).join('');
}

/** A turn that did not go as it should; null for the others. */
export function renderTurnTrouble({ status, turn, error }: DataOf<'run.turn'>, style: Style): string | null {
  if (status === 'compacted') return style.faint('  the conversation so far was put into a summary\n');
  if (status !== 'failed') return null;
  return style.warning(`! turn ${turn} failed${error === null ? '' : `: ${short(error)}`}\n`);
}

export function renderRunNotice({ text }: DataOf<'run.notice'>, style: Style): string {
  return style.warning(`! ${printable(text)}\n`);
}

/** What somebody said to the agent while it worked. */
export function renderSteering({ author, text }: DataOf<'chat.message'>, style: Style): string {
  return `${style.strong(`${printable(author)}:`)} ${printableLines(text).join('\n  ')}\n`;
}

/** How it ended, in one line. */
export function renderRunEnd(run: RunView, style: Style): string {
  const paint = run.status === 'completed' ? style.good : style.bad;
  const reason = run.status === 'completed' || run.end_reason === null ? '' : `: ${printable(run.end_reason)}`;
  return `${paint(run.status)}${reason}\n${style.faint(`${usageText(run)}. countersign runs show ${run.run_id}`)}\n`;
}

/** `3 turns, 4 tool calls, 1,204 tokens, 12 s of work`. */
export function usageText({ usage }: Pick<RunView, 'usage'>): string {
  const tokens = (usage.input_tokens + usage.output_tokens).toLocaleString('en-US');
  return [
    counted(usage.turns, 'turn'),
    counted(usage.tool_calls, 'tool call'),
    `${tokens} tokens`,
    `${timeText(usage.working_ms)} of work`,
  ].join(', ');
}

export function timeText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : durationText(ms);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function short(text: string): string {
  const line = printable(text.trim());
  return line.length > noteLengthMax ? `${line.slice(0, noteLengthMax)}…` : line;
}
