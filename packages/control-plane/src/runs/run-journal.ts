import { type Entry, isEnded, type Run, type RunCommit, type RunEvent, type RunJournal } from '@countersign/agent';
import { type MessageId, newId, type ProcessId, type RunId } from '@countersign/contract';
import { messagePosted } from '../chat/message-posted.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Actor, MessageRecord, NewEvent } from '../ports/records.ts';
import type { FollowingWrite } from '../ports/store.ts';
import { usageOf } from '../views/run-view.ts';
import { runLimits } from './limits.ts';
import { runEvent } from './run-event.ts';
import { sessionHistory, spoken } from './session-history.ts';
import { TurnStreams } from './turn-streams.ts';
import { wellFormed } from './well-formed.ts';

type Plane = Pick<ControlPlane, 'store' | 'clock' | 'redactor'>;

/** W2: where the loop of a process keeps its runs. What it writes stands under that process in the tree of events. */
export function runJournal(plane: Plane, processId: ProcessId): RunJournal {
  const { store, clock } = plane;
  const streams = new TurnStreams(plane.redactor);
  return {
    async load(runId) {
      const run = await store.loadRun(runId);
      if (!run) return null;
      const [entries, history] = await Promise.all([entriesOf(plane, runId), sessionHistory(plane, run)]);
      return { run, entries, history };
    },

    look: (runId) => store.loadRun(runId),

    async commit({ run, entries, events }) {
      const at = clock.now();
      const answer = await answerOf(plane, run, at);
      const following: FollowingWrite[] = [];
      if (entries.length > 0) following.push({ kind: 'run_entries', runId: run.id, entries });
      if (answer) following.push({ kind: 'message', record: answer });
      const told = eventsOf({ run, entries, events }, processId, at);
      const { ok } = await store.commit({
        guard: { kind: 'run', run },
        following,
        events: answer ? withAnswer(told, messagePosted(answer, actorOf(run))) : told,
      });
      if (ok && isEnded(run)) streams.end(run.id);
      return ok;
    },

    async messages(runId, seen) {
      return (await store.listMessagesTo(runId, seen)).map(spoken);
    },

    async output(run, piece) {
      const told = streams.write(run.id, piece);
      if (told === null) return;
      const event = {
        type: 'turn.output',
        turnId: told.turnId,
        data: { offset: told.offset, text: told.text },
      } as const;
      await store.commit({ guard: { kind: 'none' }, events: [eventOf(run, event, processId, clock.now())] });
    },
  };
}

async function entriesOf({ store }: Plane, runId: RunId): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const page = await store.listEntries(runId, entries.at(-1)?.no ?? 0, runLimits.entriesPageSize);
    entries.push(...page);
    if (page.length < runLimits.entriesPageSize) return entries;
  }
}

/** W1: what the agent says at the end is a message of the session. */
async function answerOf({ store }: Plane, run: Run, at: number): Promise<MessageRecord | null> {
  const text = run.end?.answer ?? null;
  if (text === null || !isEnded(run)) return null;
  const agent = await store.findAgent(run.agentId);
  return {
    id: newId<MessageId>(at),
    projectId: run.projectId,
    sessionId: run.sessionId,
    runId: run.id,
    role: 'agent',
    author: agent?.name ?? 'assistant',
    text: text.toWellFormed(),
    createdAt: at,
  };
}

function eventsOf({ run, events }: RunCommit, processId: ProcessId, at: number): NewEvent[] {
  return events.map((event) => eventOf(run, event, processId, at));
}

/** process -> agent -> turn: what happens to a turn stands under its run, what happens to a run under the process. */
function eventOf(run: Run, { type, turnId, data }: RunEvent, processId: ProcessId, at: number): NewEvent {
  const isEnd = type.startsWith('agent.') && isEnded(run);
  const facts = wellFormed({
    ...data,
    ...(isEnd ? { usage: usageOf(run) } : {}),
    // It may happen to a turn or to a run: whoever watches the run is told.
    ...(type.startsWith('control.') ? { run_id: run.id } : {}),
  });
  const event = runEvent(run, type, actorOf(run), at, facts, processId);
  return turnId === null ? event : { ...event, subjectId: turnId, parentId: run.id };
}

/** Said before it is over. */
function withAnswer(events: readonly NewEvent[], answer: NewEvent): NewEvent[] {
  const end = events.findLastIndex(({ type }) => type.startsWith('agent.'));
  return end === -1 ? [...events, answer] : events.toSpliced(end, 0, answer);
}

function actorOf({ agentId }: Run): Actor {
  return `agent:${agentId}`;
}
