import type { EventNode, EventTree, EventView, MessageRole } from '@countersign/contract';
import type { Heard } from './heard.ts';

/** What stands in the chat, from top to bottom. `seq` is the place in the log that it was told at. */
export type ChatEntry =
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly seq: number;
      readonly role: MessageRole;
      readonly author: string;
      readonly text: string;
      readonly at: string;
    }
  /** Words of the agent on its way; `isCut` where their beginning was not heard. */
  | {
      readonly kind: 'said';
      readonly key: string;
      readonly seq: number;
      readonly text: string;
      readonly isSpeaking: boolean;
      readonly isCut: boolean;
    }
  | { readonly kind: 'call'; readonly key: string; readonly seq: number; readonly node: EventNode }
  | { readonly kind: 'note'; readonly key: string; readonly seq: number; readonly text: string };

/** The log of a session as a conversation: the tree first, then what the stream has told since. */
export function chatEntries(tree: EventTree | undefined, heard: Heard): readonly ChatEntry[] {
  const told = tree === undefined ? [] : entriesOfTree(tree.nodes);
  return [...told, ...entriesHeard(tree, heard)];
}

function entriesOfTree(nodes: readonly EventNode[]): ChatEntry[] {
  const answers = answeringTurns(nodes);
  const entries = nodes.flatMap((node) => entriesOf(node, answers)).sort((a, b) => a.seq - b.seq);
  // A turn and its run may end for the same reason: it is said once.
  return entries.filter((entry, index) => !isSameNote(entry, entries[index - 1]));
}

function isSameNote(entry: ChatEntry, before: ChatEntry | undefined): boolean {
  return entry.kind === 'note' && before?.kind === 'note' && entry.text === before.text;
}

/** The last turns of runs that have answered: their words are the answer, which is a message. */
function answeringTurns(nodes: readonly EventNode[]): ReadonlySet<string> {
  const lastTurns = new Map(
    nodes.flatMap(({ kind, id, parent_id: runId }) =>
      kind === 'turn' && runId !== null ? [[runId, id] as const] : [],
    ),
  );
  const answered = nodes.filter(({ events }) =>
    events.some(({ type, data }) => type === 'message.posted' && data.role === 'agent'),
  );
  return new Set(answered.flatMap(({ id }) => lastTurns.get(id) ?? []));
}

function entriesOf(node: EventNode, answers: ReadonlySet<string>): ChatEntry[] {
  switch (node.kind) {
    case 'agent':
      return [...node.events.flatMap(messageOf), ...notesOf(node), ...endOf(node)];
    case 'turn':
      return [...(answers.has(node.id) ? [] : saidIn(node)), ...notesOf(node), ...failureOf(node)];
    case 'tool_call': {
      const [first] = node.events;
      return first ? [{ kind: 'call', key: node.id, seq: first.seq, node }] : [];
    }
    case 'session':
      return node.events.flatMap(grantNoteOf);
    default:
      return [];
  }
}

function messageOf({ type, seq, subject_id: key, at, data }: EventView): ChatEntry[] {
  if (type !== 'message.posted') return [];
  const role = data.role === 'user' ? 'user' : 'agent';
  return [{ kind: 'message', key, seq, role, author: textOf(data.author), text: textOf(data.text), at }];
}

/** What the model said on its way. */
function saidIn({ id, events }: EventNode): ChatEntry[] {
  const answered = events.findLast(({ type }) => type === 'turn.answered');
  if (!answered || textOf(answered.data.text).trim() === '') return [];
  const { seq, data } = answered;
  return [{ kind: 'said', key: id, seq, text: textOf(data.text), isSpeaking: false, isCut: false }];
}

/** Notices are in the order of the entries that they tell of. */
function notesOf({ details, events }: EventNode): ChatEntry[] {
  const notices = Array.isArray(details.notices) ? details.notices : [];
  return events
    .filter(({ type }) => type.startsWith('control.'))
    .flatMap(({ seq }, index) =>
      notices[index] === undefined
        ? []
        : [{ kind: 'note', key: `note ${seq}`, seq, text: textOf(notices[index]) } as const],
    );
}

const endings: ReadonlySet<string> = new Set(['agent.stopped', 'agent.failed', 'agent.cancelled', 'agent.paused']);

function endOf({ events }: EventNode): ChatEntry[] {
  return events
    .filter(({ type, data }) => endings.has(type) && textOf(data.reason) !== '')
    .map(({ seq, data }) => ({ kind: 'note', key: `note ${seq}`, seq, text: textOf(data.reason) }));
}

function failureOf({ events }: EventNode): ChatEntry[] {
  return events
    .filter(({ type, data }) => type === 'turn.failed' && textOf(data.error) !== '')
    .map(({ seq, data }) => ({ kind: 'note', key: `note ${seq}`, seq, text: textOf(data.error) }));
}

function grantNoteOf({ type, seq, data }: EventView): ChatEntry[] {
  if (type !== 'grant.created') return [];
  return [{ kind: 'note', key: `note ${seq}`, seq, text: `${textOf(data.by)}: ${textOf(data.text)}` }];
}

/** What is newer than the tree, and what is being said right now. */
function entriesHeard(tree: EventTree | undefined, { said, speech }: Heard): ChatEntry[] {
  const known = tree?.last_seq ?? 0;
  const answered = new Set(said.flatMap(({ event, data }) => (event === 'run.turn' ? [data.turn_id] : [])));
  const over = new Set(tree?.nodes.flatMap((node) => (node.kind === 'turn' && isSaid(node) ? [node.id] : [])));
  const entries: ChatEntry[] = said.flatMap((message): ChatEntry[] => {
    const { id: seq } = message;
    if (message.event === 'chat.message') {
      if (seq <= known) return [];
      const { message_id: key, role, author, text, timestamp: at } = message.data;
      return [{ kind: 'message', key, seq, role, author, text, at }];
    }
    const { turn_id: key, text, tool_calls: calls, run_id: runId } = message.data;
    const isTold =
      seq <= known ||
      // The answer comes as a message right after it.
      (calls.length === 0 && said.some(({ id, event, data: later }) => id > seq && isAnswer(event, later, runId)));
    if (isTold || text === null || text.trim() === '') return [];
    return [{ kind: 'said', key, seq, text, isSpeaking: false, isCut: false }];
  });
  for (const [turnId, { from, text }] of speech) {
    if (answered.has(turnId) || over.has(turnId)) continue;
    entries.push({ kind: 'said', key: turnId, seq: Number.POSITIVE_INFINITY, text, isSpeaking: true, isCut: from > 0 });
  }
  return entries;
}

function isAnswer(event: string, data: object, runId: string): boolean {
  return (
    event === 'chat.message' && 'role' in data && data.role === 'agent' && 'run_id' in data && data.run_id === runId
  );
}

function isSaid({ events, ended_at: endedAt }: EventNode): boolean {
  return endedAt !== null || events.some(({ type }) => type === 'turn.answered');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
