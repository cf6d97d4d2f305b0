import { type Run, steer } from '@countersign/agent';
import { newId, type ProcessId, type RunStatus } from '@countersign/contract';
import type { Change, Store } from '@countersign/control-plane';
import { aMessage, anEvent, aRun, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { useStores } from './stores.ts';

const page = { limit: 2, cursor: null };

describeOnEachDatabase('runs', (database) => {
  const stores = useStores(database);

  const put = async (store: Store, run: Run): Promise<Run> => {
    expect((await store.commit(change(run))).ok).toBe(true);
    return run;
  };
  const idsOf = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id);
  const runnable = async (store: Store, now: number) => idsOf(await store.listRunnable(now, 10));

  it('come back as they were, to those of their project alone [W2, A5]', async () => {
    const store = await stores.open();
    const plain = await put(store, aRun());
    const full = await put(
      store,
      aRun({
        status: 'stopped',
        phase: 'tools',
        asked: 'cancel',
        askedBy: 'Ada',
        turn: 3,
        turnId: newId(),
        pendingCalls: [newId()],
        failing: { of: 'model', errorClass: 'network', count: 2 },
        fingerprints: ['a'.repeat(64)],
        wakeAt: null,
        endedAt: 9,
        end: { reason: 'Enough.', answer: 'Half \u0000 done \ud800', errorClass: null, limit: 'max_turns' },
      }),
    );
    for (const run of [plain, full]) {
      expect(await store.findRun(run.projectId, run.id)).toEqual(run);
      expect(await store.loadRun(run.id)).toEqual(run);
      expect(await store.findRun(newId(), run.id)).toBeNull();
    }
    expect(await store.loadRun(newId())).toBeNull();
  });

  it('let one of many rivals make the next version, in two processes [W2, L3]', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const run = await put(one, aRun());
    const rivals = Array.from({ length: 40 }, (_, index) => ({ ...run, version: 2, turn: index }));
    const results = await Promise.all(rivals.map((rival, index) => (index % 2 ? one : other).commit(change(rival))));
    const winners = results.flatMap(({ ok }, index) => (ok ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await other.loadRun(run.id))!.turn).toBe(winners[0]);
    expect((await one.commit(change({ ...run, version: 4 }))).ok).toBe(false);
    expect((await one.commit(change(run))).ok).toBe(false);
  });

  it('and what follows from a version are written together or not at all [W2, L3]', async () => {
    const store = await stores.open();
    const run = await put(store, aRun());
    const message = aMessage({ runId: run.id, projectId: run.projectId });
    const head = await store.headSeq();
    const lost = await store.commit({
      ...change({ ...run, version: 5 }),
      following: [{ kind: 'message', record: message }],
    });
    expect(lost).toEqual({ ok: false });
    expect(await store.findMessage(run.projectId, message.id)).toBeNull();
    expect(await store.headSeq()).toBe(head);
  });

  it('are held by one process at a time, which changes nothing of them [W2]', async () => {
    const store = await stores.open();
    const run = await put(store, aRun({ wakeAt: 10 }));
    const [one, other] = [newId<ProcessId>(), newId<ProcessId>()];
    const lease = async (processId: ProcessId, now: number, until: number | null) =>
      (await store.commit({ guard: { kind: 'run_lease', runId: run.id, processId, now, until }, events: [] })).ok;

    expect(await Promise.all([lease(one, 100, 200), lease(other, 100, 200)])).toEqual([true, false]);
    expect(await lease(one, 150, 250)).toBe(true);
    expect(await store.loadRun(run.id)).toEqual(run);
    expect(await runnable(store, 249)).toEqual([]);
    expect(await store.nextRunAt()).toBe(250);
    expect((await store.listActiveRuns(10))[0]).toMatchObject({ heldBy: one, heldUntil: 250 });
    // Letting go of what somebody else holds is nothing.
    expect(await lease(other, 200, null)).toBe(false);
    // A change of the run leaves the hold alone.
    const steered = await put(store, steer(run, 10)!);
    expect((await store.listActiveRuns(10))[0]).toMatchObject({ heldBy: one, version: 2 });
    expect(await runnable(store, 250)).toEqual([run.id]);
    expect(await lease(other, 250, 300)).toBe(true);
    expect(await lease(one, 260, 400)).toBe(false);
    expect(await lease(other, 260, null)).toBe(true);
    expect(await runnable(store, 260)).toEqual([run.id]);
    expect(await store.loadRun(run.id)).toEqual(steered);
    expect(await lease(newId(), 1, 2)).toBe(true);
    const missing = { kind: 'run_lease', runId: newId<Run['id']>(), processId: one, now: 1, until: 2 } as const;
    expect((await store.commit({ guard: missing, events: [] })).ok).toBe(false);
  });

  it('take a hold and a change of the same run at once, one after the other [W2]', async () => {
    const store = await stores.open();
    const run = await put(store, aRun());
    const processId = newId<ProcessId>();
    const hold = { kind: 'run_lease', runId: run.id, processId, now: 1, until: 9 } as const;
    const results = await Promise.all([
      store.commit({ guard: hold, events: [] }),
      store.commit(change({ ...run, version: 2, turn: 1 })),
      store.commit({ guard: { ...hold, until: 99 }, events: [] }),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await store.listActiveRuns(10))[0]).toMatchObject({ version: 2, heldUntil: 99 });
  });

  it('that a dead process held are let go of, and no others [W2]', async () => {
    const store = await stores.open();
    const [dead, alive] = [newId<ProcessId>(), newId<ProcessId>()];
    const runs = [await put(store, aRun()), await put(store, aRun()), await put(store, aRun())];
    for (const [index, run] of runs.entries()) {
      const processId = index === 2 ? alive : dead;
      const guard = { kind: 'run_lease', runId: run.id, processId, now: 1, until: Number.MAX_SAFE_INTEGER } as const;
      await store.commit({ guard, events: [] });
    }
    await store.releaseRunsOf(dead);
    expect(await runnable(store, runs[0]!.createdAt)).toEqual(idsOf(runs.slice(0, 2)));
    expect((await store.listActiveRuns(10)).map(({ heldBy }) => heldBy)).toEqual([null, null, alive]);
    await store.releaseRunsOf(newId());
  });

  it('of one session go one after the other, those of others beside them [W1]', async () => {
    const store = await stores.open();
    const sessionId = newId<Run['sessionId']>();
    const first = await put(store, aRun({ sessionId, wakeAt: 5 }));
    const second = await put(store, aRun({ sessionId, wakeAt: 1 }));
    const third = await put(store, aRun({ sessionId, wakeAt: 1 }));
    const beside = await put(store, aRun({ wakeAt: 7 }));
    expect(await runnable(store, 6)).toEqual([first.id]);
    expect(await runnable(store, 7)).toEqual([first.id, beside.id]);
    expect(await store.nextRunAt()).toBe(5);

    // While the first waits for calls or rests, the others wait for it.
    const waiting = await put(store, { ...first, version: 2, status: 'running', wakeAt: null });
    expect(await runnable(store, 6)).toEqual([]);
    expect(await store.nextRunAt()).toBe(7);
    const paused = await put(store, { ...waiting, version: 3, status: 'paused' });
    expect(await runnable(store, 6)).toEqual([]);

    // What a person asks of one that is not at its turn is done all the same.
    const stopped = await put(store, { ...third, version: 2, asked: 'cancel' });
    expect(await runnable(store, 6)).toEqual([third.id]);
    await put(store, { ...stopped, version: 3, status: 'cancelled', wakeAt: null });

    await put(store, { ...paused, version: 4, status: 'completed' });
    expect(await runnable(store, 6)).toEqual([second.id]);
    expect(await store.nextRunAt()).toBe(1);
    expect(idsOf(await store.listActiveRuns(10))).toEqual([second.id, beside.id]);
    expect(await store.listActiveRuns(1)).toHaveLength(1);
    expect(await store.listRunnable(7, 1)).toHaveLength(1);
  });

  it('that began before an earlier one was seen go on first [W1]', async () => {
    const store = await stores.open();
    const sessionId = newId<Run['sessionId']>();
    const late = await put(store, aRun({ sessionId, wakeAt: 1 }));
    const begun = await put(store, aRun({ sessionId, wakeAt: 1, status: 'running' }));
    expect(await runnable(store, 1)).toEqual([begun.id]);
    await put(store, { ...begun, version: 2, status: 'completed', wakeAt: null });
    expect(await runnable(store, 1)).toEqual([late.id]);
  });

  it('that are to go on never are none to wait for [W2]', async () => {
    const store = await stores.open();
    await put(store, aRun({ status: 'completed', wakeAt: null }));
    await put(store, aRun({ status: 'running', wakeAt: null }));
    expect(await store.nextRunAt()).toBeNull();
    expect(await runnable(store, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('are listed newest first, page by page, by project, session and status [W1]', async () => {
    const store = await stores.open();
    const projectId = newId<Run['projectId']>();
    const sessionId = newId<Run['sessionId']>();
    const statuses: RunStatus[] = ['completed', 'queued', 'completed', 'failed', 'completed'];
    const runs: Run[] = [];
    for (const [index, status] of statuses.entries()) {
      runs.push(await put(store, aRun({ projectId, status, ...(index % 2 === 0 ? { sessionId } : {}) })));
    }
    await put(store, aRun({ sessionId }));
    const all = async (filter: Partial<Parameters<Store['listRuns']>[0]>): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const { items, nextCursor } = await store.listRuns({ projectId, ...filter }, { limit: 2, cursor });
        ids.push(...idsOf(items));
        if (nextCursor === null) return ids;
        cursor = nextCursor;
      }
    };
    const ids = idsOf(runs).reverse();
    expect(await all({})).toEqual(ids);
    expect(await all({ status: 'completed' })).toEqual([ids[0], ids[2], ids[4]]);
    expect(await all({ sessionId })).toEqual([ids[0], ids[2], ids[4]]);
    expect(await all({ sessionId, status: 'failed' })).toEqual([]);
  });

  it('can be made by the request that takes a key [W1]', async () => {
    const store = await stores.open();
    const run = aRun();
    const message = aMessage({ id: run.messageId, projectId: run.projectId, runId: run.id });
    const record = { principalId: newId(), key: 'k', requestHash: 'h', subjectId: message.id, createdAt: 1 };
    const post = () =>
      store.commit({
        guard: { kind: 'idempotency_key', record },
        following: [
          { kind: 'new_run', run },
          { kind: 'message', record: message },
        ],
        events: [],
      });
    expect((await Promise.all([post(), post()])).map(({ ok }) => ok)).toEqual([true, false]);
    expect(await store.findRun(run.projectId, run.id)).toEqual(run);
    expect((await store.findIdempotencyKey(record.principalId, 'k'))!.subjectId).toBe(message.id);

    // Beside another guard the first one with the key stays.
    const other = { ...record, subjectId: newId<never>() };
    const following = [{ kind: 'idempotency_key', record: other }] as const;
    expect((await store.commit({ guard: { kind: 'none' }, following, events: [] })).ok).toBe(true);
    expect((await store.findIdempotencyKey(record.principalId, 'k'))!.subjectId).toBe(message.id);
  });

  it('have messages, in the order in which they were written [W1]', async () => {
    const store = await stores.open();
    const { id: runId, projectId, sessionId } = aRun();
    const of = { projectId, sessionId, runId };
    const texts = ['task', 'more', 'answer', 'late'];
    // Whoever writes later may have taken the id earlier.
    const ids = texts.map(() => newId<never>()).reverse();
    const messages = texts.map((text, index) =>
      aMessage({ ...of, id: ids[index]!, text, role: text === 'answer' ? 'agent' : 'user' }),
    );
    for (const record of [...messages, aMessage({ projectId })]) {
      await store.commit({ guard: { kind: 'none' }, following: [{ kind: 'message', record }], events: [] });
    }
    expect(await store.findMessage(projectId, messages[0]!.id)).toEqual(messages[0]);
    expect(await store.findMessage(newId(), messages[0]!.id)).toBeNull();
    expect((await store.listMessagesTo(runId, 1)).map(({ text }) => text)).toEqual(['more', 'late']);
    expect(await store.listMessagesTo(runId, 3)).toEqual([]);
    for (const filter of [{ sessionId }, { runId }, { sessionId, runId }]) {
      const first = await store.listMessages({ projectId, ...filter }, page);
      expect(first.items.map(({ text }) => text)).toEqual(['late', 'answer']);
      const rest = await store.listMessages({ projectId, ...filter }, { limit: 2, cursor: first.nextCursor });
      expect(rest).toEqual({ items: [messages[1], messages[0]], nextCursor: null });
    }
    expect((await store.listMessages({ projectId }, { limit: 9, cursor: null })).items).toHaveLength(5);
    expect((await store.listMessages({ projectId: newId(), sessionId }, page)).items).toEqual([]);
  });

  it('are found from processes and turns [W5]', async () => {
    const store = await stores.open();
    const processId = newId<ProcessId>();
    const [runId, turnId, chainId] = [newId(), newId(), newId()];
    const events = [
      anEvent({ type: 'process.started', subjectId: processId }),
      anEvent({ type: 'agent.started', subjectId: runId, parentId: processId, chainId }),
      anEvent({ type: 'turn.started', subjectId: turnId, parentId: runId, chainId }),
      anEvent({ type: 'turn.completed', subjectId: turnId, parentId: runId, chainId }),
      anEvent({ type: 'agent.completed', subjectId: runId, parentId: processId, chainId }),
      anEvent({ type: 'process.stopped', subjectId: processId }),
    ];
    await store.commit({ guard: { kind: 'none' }, events });
    const types = (found: readonly { readonly type: string }[]) => found.map(({ type }) => type);
    expect(types(await store.listNodeEvents(processId, 9))).toEqual(['process.started', 'process.stopped']);
    expect(types(await store.listNodeEvents(turnId, 9))).toEqual(['turn.started']);
    expect(types(await store.listRunEventsOf(processId, 9))).toEqual(['agent.completed', 'agent.started']);
    expect(await store.listRunEventsOf(newId(), 9)).toEqual([]);
    const [last, beforeIt] = await store.listLatestEvents(chainId, null, 2);
    expect([last!.type, beforeIt!.type]).toEqual(['agent.completed', 'turn.completed']);
    expect(types(await store.listLatestEvents(chainId, beforeIt!.seq, 9))).toEqual(['turn.started', 'agent.started']);
  });
});

function change(run: Run): Change {
  return { guard: { kind: 'run', run }, events: [anEvent({ chainId: run.sessionId, subjectId: run.id })] };
}
