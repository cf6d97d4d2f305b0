import type { Run, RunEvent } from '@countersign/agent';
import { endpoints, newId, type ProcessId, type ToolCallId, type TurnId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../test/acts.ts';
import { post } from '../../test/chat.ts';
import { useScene } from '../../test/plane.ts';
import { readEventTree, recordProcessStarted, runJournal, toolGateway } from '../index.ts';
import { treeLimits } from './limits.ts';

describeOnEachDatabase('reading the tree of events', (database) => {
  const scene = useScene(database);
  const read = (id: string | null = null, given: { depth?: number; limit?: number } = {}) =>
    readEventTree(scene.plane, scene.projectId, { id, depth: given.depth ?? null, limit: given.limit ?? 10 });
  const shapeOf = async (...given: Parameters<typeof read>) => {
    const tree = await read(...given);
    expect(Value.Check(endpoints.getEventTree.responses[200], tree)).toBe(true);
    return tree.nodes.map(({ depth, kind, id }) => [depth, kind, id]);
  };
  const started = async (): Promise<ProcessId> => {
    const processId = newId<ProcessId>();
    await recordProcessStarted(scene.plane, processId, { role: 'all', version: '1', pid: 1 });
    return processId;
  };
  /** A run with one turn and one call, told by a process. */
  const work = async (processId: ProcessId, given: Parameters<typeof post>[1] = {}) => {
    const { run } = await post(scene, given);
    const turnId = newId<TurnId>();
    const events: RunEvent[] = [
      { type: 'agent.started', turnId: null, data: {} },
      { type: 'turn.started', turnId, data: { turn: 1 } },
    ];
    const moved: Run = { ...run, version: 2, status: 'running', turn: 1, turnId };
    await runJournal(scene.plane, processId).commit({ run: moved, entries: [], events });
    const callId = newId<ToolCallId>();
    const call = { callId, toolName: 'write_file', args: { path: 'src/a.txt' }, note: null };
    await toolGateway(scene.plane).submit(moved, call);
    return { run: moved, turnId, callId };
  };

  it('shows the newest runs under their processes [W5]', async () => {
    const processId = await started();
    const old = await work(processId);
    const { run, turnId, callId } = await work(processId);
    expect(await shapeOf(null, { limit: 1 })).toEqual([
      [0, 'process', processId],
      [1, 'agent', run.id],
      [2, 'turn', turnId],
      [3, 'tool_call', callId],
    ]);
    const both = (await shapeOf()).filter(([, kind]) => kind === 'agent').map(([, , id]) => id);
    expect(both).toEqual([old.run.id, run.id]);
    const { nodes, last_seq } = await read(null, { limit: 1 });
    expect(nodes.at(-1)!.label).toContain('src/a.txt');
    expect(last_seq).toBe(await scene.plane.store.headSeq());
    expect((await shapeOf(null, { depth: 2, limit: 1 })).map(([, kind]) => kind)).toEqual(['process', 'agent']);
  });

  it('shows what is below a process, a session, a run, a turn or a call [W5]', async () => {
    const [processId, second] = [await started(), await started()];
    const { run, turnId, callId } = await work(processId);
    await work(second);
    const below = [
      ['agent', run.id],
      ['turn', turnId],
      ['tool_call', callId],
    ] as const;
    const from = (first: number) => below.slice(first).map(([kind, id], index) => [index, kind, id]);
    expect(await shapeOf(run.id)).toEqual(from(0));
    expect(await shapeOf(turnId)).toEqual(from(1));
    expect(await shapeOf(callId)).toEqual(from(2));
    const under = (kind: string, id: string) => [
      [0, kind, id],
      ...from(0).map(([depth, ...rest]) => [Number(depth) + 1, ...rest]),
    ];
    expect(await shapeOf(processId)).toEqual(under('process', processId));
    expect(await shapeOf(run.sessionId)).toEqual(under('session', run.sessionId));

    // One that another process went on with is under both, and once in all of it.
    const ended: Run = { ...run, version: 3, status: 'completed', turnId: null, wakeAt: null };
    const events: RunEvent[] = [{ type: 'agent.completed', turnId: null, data: {} }];
    await runJournal(scene.plane, second).commit({ run: ended, entries: [], events });
    expect((await shapeOf(second)).filter(([, kind]) => kind === 'agent')).toHaveLength(2);
    expect((await shapeOf()).filter(([, , id]) => id === run.id)).toHaveLength(1);
  });

  it('shows sessions of other agents where there is room for them [W5]', async () => {
    const call = await ask(scene);
    const expected = [
      [0, 'session', scene.agent.defaultSessionId],
      [1, 'tool_call', call.id],
    ];
    expect(await shapeOf()).toEqual(expected);
    expect(await shapeOf(scene.agent.defaultSessionId)).toEqual(expected);
    await work(await started());
    expect((await shapeOf(null, { limit: 1 })).some(([, kind]) => kind === 'session')).toBe(false);
  });

  it('shows a run that nobody has taken up yet [W5]', async () => {
    const { run } = await post(scene);
    expect(await shapeOf(null)).toEqual([[0, 'agent', run.id]]);
  });

  it('reads back to the beginning of the runs that are wanted, and says where it had to stop [W5]', async () => {
    const processId = await started();
    const { run, turnId } = await work(processId);
    const journal = runJournal(scene.plane, processId);
    const noise = Array.from({ length: treeLimits.eventsPageSize }, () => {
      return { type: 'turn.output', turnId, data: { offset: 0, text: 'x' } } as const;
    });
    await journal.commit({ run: { ...run, version: 3 }, entries: [], events: noise });
    const tree = await read(run.id);
    expect(tree.nodes.map(({ kind }) => kind)).toEqual(['agent', 'turn', 'tool_call']);
    expect(tree.nodes[0]!.label).toBe('Tidy up.');
    expect(tree.is_cut).toBe(false);
  });

  it('shows nothing of other projects [A5]', async () => {
    const processId = await started();
    const { run, turnId, callId } = await work(processId);
    const foreign = (id: string | null) =>
      readEventTree(scene.plane, scene.foreignProjectId, { id, depth: null, limit: 10 });
    for (const id of [run.id, turnId, callId, run.sessionId, newId()]) {
      expect(await refusalOf(foreign(id))).toBe('not_found');
    }
    expect((await foreign(null)).nodes).toEqual([]);
    expect((await foreign(processId)).nodes.map(({ kind }) => kind)).toEqual(['process']);
  });
});
