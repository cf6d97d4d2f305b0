import { cutText } from '@countersign/policy';
import { noticeText } from '../stream/notice-text.ts';
import { type Draft, eventOfType, factOf } from './draft.ts';
import { treeLimits } from './limits.ts';

/** What a call is in words, by its id: entries name only its tool. */
export type Descriptions = ReadonlyMap<string, string>;

type Facts = Readonly<Record<string, unknown>>;

/** W5: what a node is, in a few words. */
export function labelOf(draft: Draft, descriptions: Descriptions): string {
  return cutText(firstLine(nameOf(draft, descriptions)), treeLimits.labelLengthMax);
}

function nameOf(draft: Draft, descriptions: Descriptions): string {
  switch (draft.kind) {
    case 'process': {
      const { role, version, pid } = eventOfType(draft, 'process.started')?.data ?? {};
      const named = [role, version].filter((part) => part !== undefined).join(' ') || 'process';
      return pid === undefined ? named : `${named} (pid ${String(pid)})`;
    }
    case 'session':
      return String(factOf(draft, 'title') ?? 'session');
    case 'agent':
      return String(eventOfType(draft, 'agent.queued')?.data.task ?? taskOf(draft) ?? 'run');
    case 'turn': {
      const turn = factOf(draft, 'turn');
      return turn === undefined ? 'turn' : `turn ${String(turn)}`;
    }
    case 'tool_call':
      return descriptions.get(draft.id) ?? String(factOf(draft, 'tool_name') ?? 'tool call');
  }
}

function taskOf(draft: Draft): unknown {
  return draft.events.find(({ type, data }) => type === 'message.posted' && data.role === 'user')?.data.text;
}

/** W5: what people look for in it. */
export function detailsOf(draft: Draft): Record<string, unknown> {
  const details = { ...factsOf(draft), ...(draft.printedLength > 0 ? { characters: draft.printedLength } : {}) };
  const known = Object.entries(details).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(known.map(([name, value]) => [name, shortened(value)]));
}

function factsOf(draft: Draft): Facts {
  const facts = (...names: readonly string[]): Facts =>
    Object.fromEntries(names.map((name) => [name, factOf(draft, name)]));
  switch (draft.kind) {
    case 'process':
      return facts('role', 'version', 'pid', 'previous', 'code', 'signal', 'restarts', 'retry_in_ms', 'crashes');
    case 'session':
      return facts('agent_id');
    case 'agent':
      return {
        ...facts('model', 'reason', 'error_class', 'limit'),
        ...(factOf(draft, 'usage') as Facts | undefined),
        answer: draft.events.findLast(({ type, data }) => type === 'message.posted' && data.role === 'agent')?.data
          .text,
        notices: noticesOf(draft),
        processes: processesOf(draft),
      };
    case 'turn':
      return {
        ...facts('turn', 'text', 'input_tokens', 'output_tokens', 'model_ms', 'error_class'),
        error: eventOfType(draft, 'turn.failed')?.data.error ?? eventOfType(draft, 'turn.failed')?.data.reason,
        notices: noticesOf(draft),
      };
    case 'tool_call': {
      const { decision, by, feedback } = eventOfType(draft, 'approval.decided')?.data ?? {};
      return {
        ...facts('tool_name', 'risk_level', 'rule_id', 'error', 'error_type', 'execution_time_ms'),
        reason: eventOfType(draft, 'tool_call.rejected')?.data.reason,
        decision,
        decided_by: by,
        feedback,
      };
    }
  }
}

const controlPrefix = 'control.';

function noticesOf(draft: Draft): string[] | undefined {
  const notices = draft.events
    .filter(({ type }) => type.startsWith(controlPrefix))
    .map(({ type, data }) => noticeText(type.slice(controlPrefix.length) as Parameters<typeof noticeText>[0], data));
  return notices.length === 0 ? undefined : notices;
}

/** Where more than one has worked on it. */
function processesOf(draft: Draft): string[] | undefined {
  const parents = draft.events
    .filter(({ type, parentId, chainId }) => type.startsWith('agent.') && parentId !== null && parentId !== chainId)
    .map(({ parentId }) => parentId!);
  const processes = [...new Set(parents)];
  return processes.length < 2 ? undefined : processes;
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' ? cutText(value, treeLimits.detailLengthMax) : value;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!;
}
