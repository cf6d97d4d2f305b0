import { type ApprovalId, newId, type ProjectId, type ToolCallId } from '@countersign/contract';
import type { Change, NewEvent, Store } from '@countersign/control-plane';

export type FillOptions = {
  readonly store: Store;
  readonly projectId: ProjectId;
  /** The call to copy, with its approval and its events. */
  readonly callId: ToolCallId;
  readonly count: number;
  readonly progress: (line: string) => void;
};

/** As many as the store takes into one transaction. */
const AT_ONCE = 256;
const EVENTS_MAX = 10_000;
const PROGRESS_EVERY = 100_000;

/**
 * Copies a call until there are `count` of it, each with ids, an approval and events of its own, through the store
 * itself: same rows, same indexes, same chain of hashes as if each had been made by the use cases, in one change a call.
 */
export async function fillCalls(options: FillOptions): Promise<void> {
  const { store, projectId, callId, count } = options;
  const template = await readTemplate(store, projectId, callId);
  let nextTold = PROGRESS_EVERY;
  for (let done = 1; done < count; done += AT_ONCE) {
    const changes = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => copyOf(template));
    await Promise.all(changes.map((change) => store.commit(change)));
    if (done < nextTold) continue;
    options.progress(`${nextTold} of ${count} calls are there`);
    nextTold += PROGRESS_EVERY;
  }
}

type Template = { readonly text: string; readonly callId: ToolCallId; readonly approvalId: ApprovalId };

async function readTemplate(store: Store, projectId: ProjectId, callId: ToolCallId): Promise<Template> {
  const call = await store.findCall(projectId, callId);
  const approvalId = call && 'approvalId' in call.state ? call.state.approvalId : null;
  const found = approvalId && (await store.findApproval(projectId, approvalId));
  if (!call || !found) throw new Error('there is no such call to copy');
  const logged = await store.listEvents({ after: 0, limit: EVENTS_MAX, projectId });
  const events = logged
    .filter((event) => event.subjectId === callId)
    .map(({ seq: _seq, hash: _hash, ...event }): NewEvent => event);
  const change: Change = {
    guard: { kind: 'none' },
    following: [
      { kind: 'new_call', call },
      { kind: 'approval', record: found.approval },
    ],
    events,
  };
  return { text: JSON.stringify(change), callId, approvalId: found.approval.id };
}

function copyOf({ text, callId, approvalId }: Template): Change {
  return JSON.parse(text.replaceAll(callId, newId()).replaceAll(approvalId, newId())) as Change;
}
