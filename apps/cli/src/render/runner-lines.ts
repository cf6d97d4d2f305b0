import type { RunnerEvent, WatchedCall, WatchedEnd } from '@countersign/runner';
import { durationText } from './duration.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';

/** Of a line of output; what is longer goes on out of sight. */
const outputLineLengthMax = 160;

/** What a runner does, as lines for a person; null for what a person need not hear of. */
export function renderRunnerEvent(event: RunnerEvent, style: Style, nowMs: number): string | null {
  const line = textOf(event, style);
  if (line === null) return null;
  return event.type === 'call.output' ? line : `${style.faint(clockText(nowMs))}  ${line}\n`;
}

function textOf(event: RunnerEvent, style: Style): string | null {
  switch (event.type) {
    case 'connected':
      return style.good('connected; waiting for calls');
    case 'disconnected':
      return style.warning(
        `! the connection is lost (${messageOf(event.error)}); trying again in ${durationText(event.retryInMs)}`,
      );
    case 'order.refused':
      return style.bad(
        `x REFUSED ${event.call === null ? 'an order' : callText(event.call)}: ${printable(event.problem.words)}`,
      );
    case 'call.started':
      return `> ${callText(event.call)}  ${style.faint(event.call.toolId)}`;
    case 'call.output':
      return outputText(event.chunk.text, style);
    case 'call.cancelling':
      return style.warning(`! ${callText(event.call)} is being stopped (${event.why})`);
    case 'call.finished':
    case 'call.recovered':
      return endText(event.call, event.end, style);
    case 'report.delayed':
      return style.warning(
        `! the report of ${callText(event.call)} did not arrive; trying again in ${durationText(event.retryInMs)}`,
      );
    case 'report.refused':
      return style.bad(`x the report of ${callText(event.call)} was not taken: ${messageOf(event.error)}`);
    case 'preview.failed':
      return style.warning(`! ${callText(event.call)} could not be looked at first: ${messageOf(event.error)}`);
    case 'fault':
      return style.bad(`x ${messageOf(event.error)}`);
    case 'announced':
    case 'call.verified':
    case 'call.journalled':
    case 'call.claimed':
    case 'call.taken':
    case 'call.reported':
    case 'call.over':
    case 'preview.answered':
      return null;
  }
}

function callText({ summary }: WatchedCall): string {
  return printable(summary);
}

function endText(call: WatchedCall, { status, error, exitCode, durationMs }: WatchedEnd, style: Style): string {
  const isWell = status === 'completed' && (exitCode ?? 0) === 0;
  const details = [
    ...(exitCode === null ? [] : [`exit ${exitCode}`]),
    ...(durationMs === null ? [] : [secondsText(durationMs)]),
  ];
  const text = `${isWell ? '+' : '-'} ${callText(call)}  ${status}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  const why = error === null ? '' : `: ${printable(error)}`;
  return isWell ? style.good(text) : status === 'completed' ? style.warning(text) : style.bad(text + why);
}

function outputText(text: string, style: Style): string {
  return printableLines(text.replace(/\n$/, ''))
    .map((line) =>
      style.faint(
        `          | ${line.length > outputLineLengthMax ? `${line.slice(0, outputLineLengthMax)}…` : line}\n`,
      ),
    )
    .join('');
}

/** Calls are short: parts of a second matter. */
function secondsText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}

function clockText(nowMs: number): string {
  return new Date(nowMs).toTimeString().slice(0, 8);
}

/** The same for programs: errors as their words. */
export function runnerEventDocument(event: RunnerEvent, nowMs: number): Record<string, unknown> {
  const { type, ...rest } = event;
  const fields = Object.entries(rest).map(([key, value]) => [
    key,
    key === 'error' && type !== 'call.finished' ? messageOf(value) : value,
  ]);
  return { type, at: new Date(nowMs).toISOString(), ...Object.fromEntries(fields) };
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}
