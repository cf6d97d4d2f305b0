import { nothingWatched } from '../control/no-progress.ts';
import { cutText } from '../cut-text.ts';
import { limits } from '../limits.ts';
import type { SpokenMessage } from '../ports.ts';
import type { Run } from '../run.ts';
import { isEnded } from '../run-changes.ts';
import { beginTurn } from './begin-turn.ts';
import { both, type Change } from './change.ts';
import type { RunWork } from './run-work.ts';

/** Takes up what people said, and begins a turn where none is open. Nothing to do in most turns: the turn before did it. */
export async function prepareTurn(work: RunWork): Promise<void> {
  const known = work.run;
  if (known.turnId !== null && known.messagesSeen === known.messageCount) return;
  const unseen =
    known.messagesSeen === known.messageCount ? [] : await work.ports.journal.messages(known.id, known.messagesSeen);
  await work.commit((run) => {
    if (isEnded(run) || run.asked !== null) return null;
    const at = work.now();
    const begun = run.turnId === null ? both(started(run, at), beginTurn(run, at)) : nothing;
    // A limit ends it here: nobody will read what was said last.
    if (begun.set.status === 'stopped') return begun;
    return both(heard(run, unseen.slice(0, known.messageCount - known.messagesSeen), known), begun);
  });
}

const nothing: Change = { set: {}, entries: [], events: [] };

function started(run: Run, at: number): Change {
  if (run.startedAt !== null) return run.status === 'queued' ? { ...nothing, set: { status: 'running' } } : nothing;
  const data = { task: cutText(run.task, limits.eventTaskLengthMax), model: run.model };
  return {
    set: { status: 'running', startedAt: at },
    entries: [],
    events: [{ type: 'agent.started', turnId: null, data }],
  };
}

/** Messages that came after `known` was read are there for the next step. */
function heard(run: Run, messages: readonly SpokenMessage[], known: Run): Change {
  if (known.messageCount === known.messagesSeen) return nothing;
  return {
    set: { messagesSeen: known.messageCount, ...nothingWatched },
    entries: messages.map(({ messageId, text }) => ({ kind: 'user', turn: turnOf(run), messageId, text })),
    events: [],
  };
}

/** The task belongs to no turn. */
function turnOf({ turn }: Run): number | null {
  return turn === 0 ? null : turn;
}
