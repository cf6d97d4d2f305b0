import type { Entry, Run, RunCommit } from '@countersign/agent';
import { newId, type ProcessId, type TurnId } from '@countersign/contract';
import { aModelEntry, aRun, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { post } from '../../test/chat.ts';
import { useScene } from '../../test/plane.ts';
import { runJournal } from '../index.ts';
import { runLimits } from './limits.ts';

describeOnEachDatabase('the journal of runs', (database) => {
  const scene = useScene(database);
  const processId = newId<ProcessId>();
  const journal = () => runJournal(scene.plane, processId);
  const next = (run: Run, given: Partial<Run> = {}): Run => ({ ...run, version: run.version + 1, ...given });
  const step = (run: Run, given: Partial<RunCommit> = {}): RunCommit => ({ run, entries: [], events: [], ...given });
  const end = (answer: string | null) => ({ reason: 'It answered.', answer, errorClass: null, limit: null });
  const eventsIn = async (run: Run) =>
    (await scene.plane.store.listEvents({ after: 0, limit: 1_000, chainId: run.sessionId })).slice(3);

  it('gives back a run with all its entries, however many [W2]', async () => {
    const { run } = await post(scene);
    const count = runLimits.entriesPageSize + 3;
    const entries: Entry[] = Array.from({ length: count }, (_, index) => aModelEntry({ no: index + 1 }));
    const moved = next(run, { entryCount: count });
    expect(await journal().commit(step(moved, { entries }))).toBe(true);
    const loaded = (await journal().load(run.id))!;
    expect(loaded.run).toEqual(moved);
    expect(loaded.entries).toEqual(entries);
    expect(await journal().look(run.id)).toEqual(moved);
    expect(await journal().load(newId())).toBeNull();
    expect(await journal().look(newId())).toBeNull();
  });

  it('writes nothing where somebody else was faster [W2, L3]', async () => {
    const { run } = await post(scene);
    await journal().commit(step(next(run)));
    const late = step(next(run, { status: 'completed', end: end('Done.') }), {
      entries: [aModelEntry({ no: 1 })],
      events: [{ type: 'agent.completed', turnId: null, data: {} }],
    });
    expect(await journal().commit(late)).toBe(false);
    expect(await eventsIn(run)).toEqual([]);
    expect((await journal().load(run.id))!.entries).toEqual([]);
    const { items } = await scene.plane.store.listMessages(
      { projectId: run.projectId, runId: run.id },
      { limit: 9, cursor: null },
    );
    expect(items).toHaveLength(1);
  });

  it('puts runs under the process, and each turn under its run [W5]', async () => {
    const { run } = await post(scene);
    const [one, two] = [newId<TurnId>(), newId<TurnId>()];
    await journal().commit(
      step(next(run, { turnId: two }), {
        events: [
          { type: 'agent.started', turnId: null, data: { model: 'demo' } },
          { type: 'turn.completed', turnId: one, data: { turn: 1, text: 'half \ud800', gone: undefined } },
          { type: 'turn.started', turnId: two, data: { turn: 2 } },
          { type: 'control.retry_scheduled', turnId: two, data: {} },
          { type: 'control.limit_reached', turnId: null, data: {} },
        ],
      }),
    );
    const events = await eventsIn(run);
    expect(events.map(({ type, subjectId, parentId }) => [type, subjectId, parentId])).toEqual([
      ['agent.started', run.id, processId],
      ['turn.completed', one, run.id],
      ['turn.started', two, run.id],
      ['control.retry_scheduled', two, run.id],
      ['control.limit_reached', run.id, processId],
    ]);
    expect(events[1]!.data).toEqual({ turn: 1, text: 'half \ufffd' });
    expect(events.slice(3).map(({ data }) => data.run_id)).toEqual([run.id, run.id]);
    expect(events[0]).toMatchObject({ actor: `agent:${run.agentId}`, projectId: scene.projectId });
  });

  it('makes the answer a message of the session, told before the end [W1]', async () => {
    const { run } = await post(scene);
    const ended = next(run, { status: 'completed', end: end('All tidy.'), turn: 2, inputTokens: 7 });
    await journal().commit(step(ended, { events: [{ type: 'agent.completed', turnId: null, data: { reason: 'x' } }] }));
    const { items } = await scene.plane.store.listMessages(
      { projectId: run.projectId, sessionId: run.sessionId },
      { limit: 1, cursor: null },
    );
    expect(items[0]).toMatchObject({ role: 'agent', author: 'assistant', text: 'All tidy.', runId: run.id });
    const events = await eventsIn(run);
    expect(events.map(({ type }) => type)).toEqual(['message.posted', 'agent.completed']);
    expect(events[1]!.data).toMatchObject({ usage: { turns: 2, input_tokens: 7 } });

    const silent = (await post(scene)).run;
    await journal().commit(step(next(silent, { status: 'cancelled', end: end(null) })));
    expect(await eventsIn(silent)).toEqual([]);
  });

  it('tells a run what was said before it, answers that came later too, and nothing of later ones [W1]', async () => {
    const first = (await post(scene, { text: 'one' })).run;
    const { sessionId } = first;
    const second = (await post(scene, { text: 'two', sessionId })).run;
    await post(scene, { text: 'three', sessionId });
    await post(scene, { text: 'one, more', runId: first.id });
    await post(scene, { text: 'two, more', runId: second.id });
    const moved = (await journal().look(first.id))!;
    await journal().commit(step(next(moved, { status: 'completed', end: end('One is done.') })));
    const { history } = (await journal().load(second.id))!;
    expect(history.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'one'],
      ['user', 'one, more'],
      ['agent', 'One is done.'],
    ]);
    expect((await journal().load(first.id))!.history).toEqual([]);
    const messages = await journal().messages(second.id, 0);
    expect(messages.map(({ text }) => text)).toEqual(['two', 'two, more']);
    expect((await journal().messages(second.id, 1)).map(({ text }) => text)).toEqual(['two, more']);
  });

  it('tells no more of the past than there is room for, and the newest of it [W1]', async () => {
    const long = 'x'.repeat(runLimits.historyLengthMax - 10);
    const { run } = await post(scene, { text: 'first' });
    const { sessionId } = run;
    await post(scene, { text: long, sessionId });
    await post(scene, { text: 'short', sessionId });
    const last = (await post(scene, { sessionId })).run;
    const { history } = (await journal().load(last.id))!;
    expect(history.map(({ text }) => text)).toEqual(['first', long, 'short'].slice(history.length === 3 ? 0 : 1));
    const over = (await post(scene, { text: 'longer than that', sessionId })).run;
    const told = (await journal().load((await post(scene, { sessionId })).run.id))!.history;
    expect(told.at(-1)!.messageId).toBe(over.messageId);
    expect(told.some(({ text }) => text === long)).toBe(false);
  });

  it('tells what the model says piece by piece, secrets masked over the seams [W1, G8]', async () => {
    const { run } = await post(scene);
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const turnId = newId<TurnId>();
    const own = journal();
    const pieces = [
      'First of all I use ',
      secret.slice(0, 9),
      `${secret.slice(9)} and\n`,
      'then go on. '.repeat(9),
      '\n',
    ];
    let offset = 0;
    for (const text of pieces) {
      await own.output(run, { turnId, offset, text });
      offset += text.length;
    }
    const events = await eventsIn(run);
    const told = events.map(({ data }) => String(data.text)).join('');
    expect(told).toContain('First of all I use ');
    expect(told).toContain('then go on.');
    expect(told).not.toContain(secret.slice(4, 20));
    let at = 0;
    for (const { type, subjectId, parentId, data } of events) {
      expect([type, subjectId, parentId, data.offset]).toEqual(['turn.output', turnId, run.id, at]);
      at += String(data.text).length;
    }
    // A step that is tried again begins anew.
    await own.output(run, { turnId, offset: 0, text: 'Again, from the start of it all. '.repeat(30) });
    expect((await eventsIn(run)).at(-1)!.data.offset).toBe(0);
  });

  it('writes nothing for a run that there is not [W2]', async () => {
    expect(await journal().commit(step({ ...aRun(), version: 2 }))).toBe(false);
  });
});
