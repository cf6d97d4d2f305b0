import {
  advanceRun,
  type LoopPorts,
  type LoopSettings,
  ProviderBreakers,
  parseScript,
  type Rest,
  type RunJournal,
  RunNudges,
  scriptedModel,
  WarmRuns,
} from '@countersign/agent';
import { newId, type ProcessId, type RunId, type ToolCallId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { decide, report } from '../../test/acts.ts';
import { post } from '../../test/chat.ts';
import { useScene } from '../../test/plane.ts';
import {
  askRun,
  type ControlPlane,
  claimCall,
  readEventTree,
  recordProcessStarted,
  runJournal,
  toolGateway,
} from '../index.ts';

/** The loop itself on the journal and the tools that it gets here: what each promises the other holds. */
describeOnEachDatabase('the life of a run', (database) => {
  const scene = useScene(database);

  type Worker = { readonly processId: ProcessId; readonly advance: (runId: RunId) => Promise<Rest> };
  const startWorker = async (
    answers: readonly object[],
    plane: ControlPlane = scene.plane,
    around: (journal: RunJournal) => RunJournal = (journal) => journal,
  ): Promise<Worker> => {
    const processId = newId<ProcessId>();
    await recordProcessStarted(plane, processId, { role: 'worker', version: '1', pid: 1 });
    const model = scriptedModel('demo', parseScript(JSON.stringify({ answers }), 'script.json'), scene.clock);
    const ports: LoopPorts = {
      journal: around(runJournal(plane, processId)),
      tools: toolGateway(plane),
      models: { find: () => model },
      clock: scene.clock,
    };
    const settings: LoopSettings = {
      lingerMs: 0,
      outputFlushMs: 100,
      warm: new WarmRuns(),
      nudges: new RunNudges(),
      breakers: new ProviderBreakers(),
    };
    const advance = (runId: RunId) => advanceRun(ports, settings, runId, new AbortController().signal);
    return { processId, advance };
  };
  const write = (path: string) => ({ name: 'write_file', arguments: { path } });
  const found = async (callId: ToolCallId) => (await scene.plane.store.findCall(scene.projectId, callId))!;
  const execute = async (callId: ToolCallId) => {
    await claimCall(scene.plane, scene.runner, callId);
    await report(scene, callId, { result: { done: callId } });
  };
  const stored = async (runId: RunId) => (await scene.plane.store.loadRun(runId))!;
  const callsOf = (rest: Rest): readonly ToolCallId[] => {
    if (rest.kind !== 'waiting') throw new Error(`it rests as ${rest.kind}`);
    return rest.callIds;
  };

  it('goes from the task over two calls that people decide to the answer [W1, W2, W5]', async () => {
    const script = [
      { text: 'I write both.', tool_calls: [write('src/a.txt'), write('src/b.txt')] },
      { final_answer: 'Told: {{result.1}} / {{result.2}}' },
    ];
    const { advance, processId } = await startWorker(script);
    const { run } = await post(scene);
    const [one, two] = callsOf(await advance(run.id));
    await decide(scene, await found(one!), 'approve');
    await decide(scene, await found(two!), 'reject', { feedback: 'Use docs instead.' });
    await execute(one!);
    expect(await advance(run.id)).toEqual({ kind: 'over' });

    const { end, status, turn, toolCallCount } = await stored(run.id);
    expect({ status, turn, toolCallCount }).toEqual({ status: 'completed', turn: 2, toolCallCount: 2 });
    expect(end!.answer).toContain(one);
    expect(end!.answer).toContain('Use docs instead.');
    const { items } = await scene.plane.store.listMessages(
      { projectId: scene.projectId, runId: run.id },
      { limit: 10, cursor: null },
    );
    expect(items.map(({ role, text }) => [role, text])).toEqual([
      ['agent', end!.answer],
      ['user', 'Tidy up.'],
    ]);
    const tree = await readEventTree(scene.plane, scene.projectId, { id: processId, depth: null, limit: 5 });
    expect(tree.nodes.map(({ depth, kind, status: now }) => [depth, kind, now])).toEqual([
      [0, 'process', 'running'],
      [1, 'agent', 'completed'],
      [2, 'turn', 'completed'],
      [3, 'tool_call', 'completed'],
      [3, 'tool_call', 'rejected'],
      [2, 'turn', 'completed'],
    ]);
  });

  it('goes on in another process after the first died at any of its commits, and asks for each call once [W2]', async () => {
    const script = [
      { text: 'First.', tool_calls: [write('src/a.txt')] },
      { text: 'Second.', tool_calls: [write('src/b.txt'), write('src/c.txt')] },
      { final_answer: 'All three.' },
    ];
    const died = new Error('the process died');
    for (let commits = 0; ; commits += 1) {
      const { run } = await post(scene);
      let left = commits;
      let isDead = false;
      const mortal = (journal: RunJournal): RunJournal => ({
        ...journal,
        async commit(change) {
          if (left === 0) isDead = true;
          if (isDead) throw died;
          left -= 1;
          return journal.commit(change);
        },
      });
      const workers = [await startWorker(script, scene.plane, mortal), await startWorker(script)];
      let worker = workers[0]!;
      for (let rest: Rest | null = null; rest?.kind !== 'over'; ) {
        try {
          rest = await worker.advance(run.id);
        } catch (error) {
          expect(error).toBe(died);
          worker = workers[1]!;
          continue;
        }
        if (rest.kind !== 'waiting') continue;
        for (const callId of rest.callIds) {
          await decide(scene, await found(callId), 'approve');
          await execute(callId);
        }
      }
      expect((await stored(run.id)).end!.answer).toBe('All three.');
      const { items } = await scene.plane.store.listCalls(
        { projectId: scene.projectId, sessionId: run.sessionId },
        { limit: 50, cursor: null },
      );
      expect(items.map(({ state }) => state.status)).toEqual(['completed', 'completed', 'completed']);
      if (!isDead) break;
      expect(commits).toBeLessThan(30);
    }
  });

  it('is stopped by a person while it waits, and takes back what nobody decided [W1]', async () => {
    const { advance } = await startWorker([{ tool_calls: [write('src/a.txt')] }, { final_answer: 'Never.' }]);
    const { run } = await post(scene);
    const [callId] = callsOf(await advance(run.id));
    await askRun(scene.plane, scene.bob, scene.projectId, run.id, { kind: 'stop', reason: 'Not today.' });
    expect((await scene.plane.store.listRunnable(scene.clock.now(), 50)).some(({ id }) => id === run.id)).toBe(true);
    await advance(run.id);
    expect(await stored(run.id)).toMatchObject({ status: 'cancelled', end: { reason: 'Not today.', answer: null } });
    expect((await found(callId!)).state.status).toBe('cancelled');
  });

  it('hears what is said to it, and what was said in the session before [W1]', async () => {
    const { advance } = await startWorker([
      { when: 'And the docs', final_answer: 'The docs too.' },
      { final_answer: 'Only the code.' },
    ]);
    const { run } = await post(scene);
    await post(scene, { runId: run.id, text: 'And the docs.' });
    expect(await advance(run.id)).toEqual({ kind: 'over' });
    const { end, messagesSeen } = await stored(run.id);
    expect([end!.answer, messagesSeen]).toEqual(['The docs too.', 2]);
    const next = (await post(scene, { sessionId: run.sessionId, text: 'Again.' })).run;
    const loaded = (await runJournal(scene.plane, newId()).load(next.id))!;
    expect(loaded.history.map(({ text }) => text)).toEqual(['Tidy up.', 'And the docs.', 'The docs too.']);
  });
});
