import { newId, type SessionId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { refusalOf } from '../../test/acts.ts';
import { chatSetup, post } from '../../test/chat.ts';
import { useScene } from '../../test/plane.ts';
import { assistantOf, isAssistant, postMessage } from '../index.ts';
import { runView } from '../views/run-view.ts';

describeOnEachDatabase('posting a message', (database) => {
  const scene = useScene(database);
  const eventsIn = (chainId: string) => scene.plane.store.listEvents({ after: 0, limit: 1_000, chainId });

  it('starts a run in a session of its own, with the message in the same commit [W1]', async () => {
    const { message, run } = await post(scene, { text: 'Tidy up.\nAll of it.', machine: 'laptop' });
    const { store } = scene.plane;
    expect(await store.findRun(scene.projectId, run.id)).toEqual(run);
    expect(run).toMatchObject({ status: 'queued', task: 'Tidy up.\nAll of it.', model: 'demo', userId: scene.ada.id });
    expect(run.messageId).toBe(message.id);
    expect(await store.findMessage(scene.projectId, message.id)).toEqual(message);
    expect(message).toMatchObject({ role: 'user', author: scene.ada.name, runId: run.id });
    const session = (await store.findSession(scene.projectId, run.sessionId))!;
    expect(session).toMatchObject({ title: 'Tidy up.', machine: 'laptop', userId: scene.ada.id });
    expect((await store.listRunnable(scene.clock.now(), 100)).map(({ id }) => id)).toContain(run.id);
    const events = await eventsIn(session.id);
    expect(events.map(({ type, subjectId, parentId }) => [type, subjectId, parentId])).toEqual([
      ['session.created', session.id, session.agentId],
      ['agent.queued', run.id, session.id],
      ['message.posted', message.id, run.id],
    ]);
  });

  it('goes on in a session that is named, after the run before it [W1]', async () => {
    const first = await post(scene);
    const second = await post(scene, { sessionId: first.run.sessionId, title: 'not of an old one' }, scene.bob);
    expect(second.run).toMatchObject({ sessionId: first.run.sessionId, userId: scene.bob.id });
    const runnable = (await scene.plane.store.listRunnable(scene.clock.now(), 100)).map(({ id }) => id);
    expect(runnable).toContain(first.run.id);
    expect(runnable).not.toContain(second.run.id);
  });

  it('refuses sessions of others: of other agents, of other projects, and of nobody [W1, A5]', async () => {
    const ofAgent = scene.agent.defaultSessionId;
    expect(await refusalOf(post(scene, { sessionId: ofAgent }))).toBe('not_found');
    expect(await refusalOf(post(scene, { sessionId: newId<SessionId>() }))).toBe('not_found');
    const { run } = await post(scene);
    const foreign = { ...scene, projectId: scene.foreignProjectId };
    expect(await refusalOf(post(foreign, { sessionId: run.sessionId }, scene.eve))).toBe('not_found');
    expect(await refusalOf(post(foreign, { runId: run.id }, scene.eve))).toBe('not_found');
  });

  it('makes the agent of the project once, however many write first, also where its name is taken [W1]', async () => {
    const other = await scene.beside();
    const planes = [scene.plane, other, scene.plane, other];
    const posted = await Promise.all(planes.map((plane) => post({ ...scene, plane })));
    expect(new Set(posted.map(({ run }) => run.agentId)).size).toBe(1);
    const agent = (await scene.plane.store.findAgent(posted[0]!.run.agentId))!;
    expect(agent.name).toBe('assistant');
    expect(isAssistant(agent)).toBe(true);
    expect(isAssistant({ ...agent, externalId: null })).toBe(false);

    const { store } = scene.plane;
    const namesake = { ...agent, id: newId<never>(), projectId: scene.foreignProjectId, externalId: null };
    await store.commit({ guard: { kind: 'agent', record: namesake }, events: [] });
    const made = await assistantOf(scene.plane, scene.foreignProjectId, scene.eve.id);
    expect(made.name).toMatch(/^assistant [0-9a-f]{8}$/);
    expect(await assistantOf(scene.plane, scene.foreignProjectId, scene.eve.id)).toEqual(made);
  });

  it('takes limits and a model for this run alone, and refuses models that there are not [W3, W4]', async () => {
    const control = {
      max_turns: 2,
      max_wall_time_seconds: 3,
      max_tokens: 4,
      max_retries: 0,
      retry_base_seconds: 0,
      retry_max_seconds: 6,
      breaker_failures: 7,
      breaker_seconds: 8,
      no_progress_turns: 5,
      context_tokens: 9_000,
      model_timeout_seconds: 10,
    };
    const { run } = await post(scene, { model: 'openai:gpt', control });
    expect(run.model).toBe('openai:gpt');
    expect(run.control).toEqual({
      maxTurns: 2,
      maxWallTimeMs: 3_000,
      maxTokens: 4,
      maxRetries: 0,
      retryBaseMs: 0,
      retryMaxMs: 6_000,
      breakerFailures: 7,
      breakerMs: 8_000,
      noProgressTurns: 5,
      contextTokens: 9_000,
      modelTimeoutMs: 10_000,
    });
    expect((await runView(scene.plane, run)).control).toEqual(control);
    expect((await post(scene, { control: { max_turns: 7 } })).run.control).toMatchObject({
      maxTurns: 7,
      maxTokens: 1e6,
    });
    await expect(post(scene, { model: 'none' })).rejects.toThrow('demo, openai:gpt, broken');
    await expect(post(scene, { model: 'broken' })).rejects.toThrow('Set openai_api_key.');
    expect(await refusalOf(post(scene, { model: 'broken' }))).toBe('model_unknown');
  });

  it('steers a run that goes on, and refuses one that has ended [W1]', async () => {
    const { run } = await post(scene);
    scene.clock.advance(5);
    const steered = await post(scene, { runId: run.id, text: 'Not the tests.' }, scene.bob);
    expect(steered.run).toMatchObject({ id: run.id, version: 2, messageCount: 2 });
    const { store } = scene.plane;
    expect((await store.listMessagesTo(run.id, 1)).map(({ text }) => text)).toEqual(['Not the tests.']);
    expect((await eventsIn(run.sessionId)).slice(-2).map(({ type }) => type)).toEqual([
      'agent.steered',
      'message.posted',
    ]);
    const elsewhere = post(scene, { runId: run.id, sessionId: newId<SessionId>() });
    expect(await refusalOf(elsewhere)).toBe('not_found');
    const ended = { ...steered.run, version: 3, status: 'completed', wakeAt: null } as const;
    await store.commit({ guard: { kind: 'run', run: ended }, events: [] });
    expect(await refusalOf(post(scene, { runId: run.id }))).toBe('run_ended');
  });

  it('steers while the run itself moves and others steer too, and loses no message [W1, L3]', async () => {
    const { run } = await post(scene);
    const other = await scene.beside();
    const planes = [scene.plane, other, scene.plane, other, scene.plane, other];
    const steered = await Promise.all(planes.map((plane) => post({ ...scene, plane }, { runId: run.id })));
    const stored = (await other.store.loadRun(run.id))!;
    expect(stored).toMatchObject({ version: 7, messageCount: 7 });
    const told = (await other.store.listMessagesTo(run.id, 1)).map(({ id }) => id);
    expect(told.toSorted()).toEqual(steered.map(({ message }) => message.id).toSorted());
  });

  it('answers a retry with the same key as it did the first time, new run or steering [W1, L8]', async () => {
    const first = await post(scene, { idempotencyKey: 'k1' });
    expect(await post(scene, { idempotencyKey: 'k1' })).toEqual(first);
    expect(await refusalOf(post(scene, { idempotencyKey: 'k1', text: 'Something else.' }))).toBe(
      'idempotency_mismatch',
    );
    // Keys are everybody's own.
    expect((await post(scene, { idempotencyKey: 'k1' }, scene.bob)).run.id).not.toBe(first.run.id);

    const steering = { runId: first.run.id, text: 'More.', idempotencyKey: 'k2' };
    const other = await scene.beside();
    const steered = await Promise.all([
      post(scene, steering),
      post({ ...scene, plane: other }, steering),
      post(scene, steering),
    ]);
    expect(new Set(steered.map(({ message }) => message.id)).size).toBe(1);
    expect((await other.store.loadRun(first.run.id))!.messageCount).toBe(2);
  });

  it('makes one run of the same request that comes twice at once [W1, L8]', async () => {
    const other = await scene.beside();
    const planes = [scene.plane, other, scene.plane, other];
    const posted = await Promise.all(planes.map((plane) => post({ ...scene, plane }, { idempotencyKey: 'twice' })));
    expect(new Set(posted.map(({ run }) => run.id)).size).toBe(1);
    const page = { limit: 10, cursor: null };
    expect((await other.store.listRuns({ projectId: scene.projectId }, page)).items).toHaveLength(1);
  });

  it('refuses a key of another project, which says nothing about that one [A5]', async () => {
    await post(scene, { idempotencyKey: 'mine' });
    const plain = { sessionId: null, runId: null, title: null, machine: null, model: null, control: null };
    const input = { ...plain, text: 'Tidy up.', idempotencyKey: 'mine' };
    const elsewhere = postMessage(scene.plane, chatSetup, scene.ada, scene.foreignProjectId, input);
    expect(await refusalOf(elsewhere)).toBe('idempotency_mismatch');
  });

  it('keeps no secret that somebody wrote into it, and shows none to the model [G8]', async () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const { message, run } = await post(scene, { text: `Push with ${secret}` });
    expect(message.text).not.toContain(secret);
    expect(run.task).not.toContain(secret);
    expect(JSON.stringify(await eventsIn(run.sessionId))).not.toContain(secret);
  });
});
