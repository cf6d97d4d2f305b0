import { endedRunStatuses, type RunView } from '@countersign/contract';
import { cutText } from '@countersign/policy';
import { limits } from '../limits.ts';
import { shownName, shownText } from './rich-text.ts';
import { splitText } from './split-text.ts';

export function hasEnded({ status }: RunView): boolean {
  return endedRunStatuses.has(status);
}

/** How a run goes, in two lines; `tools` are those of its present turn. */
export function progressText({ status, waiting_for, usage }: RunView, tools: readonly string[]): string {
  const figures = `turn ${usage.turns}, ${counted(usage.tool_calls, 'tool call')}`;
  const using = tools.length === 0 ? '' : `\n${tools.map(shownName).join(', ')}`;
  if (status === 'queued') return '⏳ Waits for the task before it.';
  if (status === 'paused') return `⏸ Paused (${figures}).`;
  switch (waiting_for) {
    case 'approval':
      return `✋ Waits for an approval (${figures}).${using}`;
    case 'retry':
      return `⏳ The model did not answer; it is tried again (${figures}).`;
    case 'tools':
      return `⚙️ Uses tools (${figures}).${using}`;
    default:
      return `⏳ Works on it (${figures}).`;
  }
}

/** What a run came to, in messages of bounded length. */
export function answerTexts(run: RunView): string[] {
  const pieces = splitText(endText(run), limits.messageLengthMax).filter((piece) => piece.trim() !== '');
  if (pieces.length <= limits.answerMessagesMax) return pieces;
  const rest = `✂️ The answer is longer. All of it: countersign runs show ${run.run_id}`;
  return [...pieces.slice(0, limits.answerMessagesMax - 1), rest];
}

function endText({ status, answer, end_reason, usage }: RunView): string {
  const reason = shownText(end_reason ?? 'no reason is known');
  const said = answer ? `\n\nWhat it said last:\n${shownText(answer)}` : '';
  const figures = `${counted(usage.turns, 'turn')}, ${counted(usage.tool_calls, 'tool call')}`;
  switch (status) {
    case 'completed':
      return answer?.trim() ? shownText(answer) : 'Done. (The agent gave no words for it.)';
    case 'stopped':
      return `🛑 Stopped by a limit after ${figures}: ${reason}${said}`;
    case 'cancelled':
      return `🛑 Stopped: ${reason}${said}`;
    default:
      return `⚠️ It could not go on after ${figures}: ${reason}${said}`;
  }
}

/** One line about a run, for the status. */
export function runLine(run: RunView): string {
  const task = cutText(shownName(run.task), limits.taskLengthMax);
  return `• ${task}\n  ${progressText(run, []).split('\n')[0]}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
