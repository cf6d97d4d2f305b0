import type { Entry, ToldResult } from '@countersign/agent';
import { type CallStatus, isoTime, type TranscriptEntry } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';

/** What a run was told and what it said, with secrets masked: entries themselves are real. */
export function transcriptView(
  { redactor }: Pick<ControlPlane, 'redactor'>,
  entries: readonly Entry[],
): TranscriptEntry[] {
  const results = entries.flatMap((entry) => (entry.kind === 'results' ? entry.results : []));
  const statuses = new Map(results.map(({ callId, status }) => [callId as string, status]));
  return entries.map((entry) => ({
    no: entry.no,
    kind: entry.kind,
    turn: entry.turn,
    text: redactor.text(textOf(entry)),
    tool_calls: callsOf(redactor, entry, statuses),
    at: isoTime(entry.at),
  }));
}

function textOf(entry: Entry): string {
  return entry.kind === 'results' ? entry.results.map(toldText).join('\n\n') : entry.text;
}

function toldText({ toolName, text }: ToldResult): string {
  return `${toolName}: ${text}`;
}

function callsOf(
  redactor: ControlPlane['redactor'],
  entry: Entry,
  statuses: ReadonlyMap<string, CallStatus | null>,
): TranscriptEntry['tool_calls'] {
  if (entry.kind === 'results') {
    return entry.results.map(({ callId, toolName, status }) => ({
      tool_id: callId,
      tool_name: toolName,
      tool_params: null,
      status,
    }));
  }
  if (entry.kind !== 'model') return [];
  return entry.calls.map(({ callId, toolName, args }) => ({
    tool_id: callId,
    tool_name: redactor.text(toolName),
    tool_params: args === null ? null : redactor.json(args),
    status: statuses.get(callId) ?? null,
  }));
}
