import { describeOnEachDatabase } from '@countersign/testing';
import { digestOf } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { approvalIdOf, ask, decide, eventsOf, refusalOf, stored, typesOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { sealedCallOf } from '../admission/seal-request.ts';
import { createSession, submitCall } from '../index.ts';

describeOnEachDatabase('a submitted call', (database) => {
  const scene = useScene(database);

  it('of LOW risk is approved by rule, and nobody is asked [L5, L9]', async () => {
    const call = await ask(scene, 'read_file');
    expect(call.state).toMatchObject({ status: 'approved', approvalId: null, basis: { kind: 'rule' } });
    expect(await typesOf(scene, call)).toEqual(['tool_call.submitted', 'tool_call.approved']);
  });

  it.each([
    ['write_file', 300],
    ['deploy', 600],
  ])('of %s waits for a human for %i s, and that is a row [L2, L5]', async (tool, seconds) => {
    const call = await ask(scene, tool);
    const deadlineAt = scene.clock.now() + seconds * 1000;
    expect(call.state).toMatchObject({ status: 'awaiting_approval', deadlineAt });
    const found = await scene.plane.store.findApproval(scene.projectId, approvalIdOf(call));
    expect(found?.approval).toMatchObject({ status: 'pending', callId: call.id, deadlineAt, decision: null });
    expect(await typesOf(scene, call)).toEqual(['tool_call.submitted', 'approval.requested']);
  });

  it('is stored as it was answered, with its events, in one commit [L3]', async () => {
    const heard: string[][] = [];
    scene.plane.store.subscribe((events) => heard.push(events.map(({ type }) => type)));
    const call = await ask(scene);
    expect(await stored(scene, call)).toEqual(call);
    expect(heard).toEqual([['tool_call.submitted', 'approval.requested']]);
  });

  it('is denied by policy with the rule that denies it [L9, G6]', async () => {
    const call = await ask(scene, 'forbidden');
    expect(call.state).toMatchObject({ status: 'rejected', by: { kind: 'policy', ruleId: 'deny.test' } });
    expect(call.request.sealedArguments).toBeNull();
  });

  it.each([
    ['a tool that is not registered', 'rm_rf', {}, 'There is no tool named'],
    ['a key that the tool does not know', 'write_file', { pth: 'x' }, 'additional properties: pth'],
    ['an argument of another type', 'write_file', { path: 1 }, 'path: must be string'],
    ['text that is not Unicode', 'write_file', { content: 'a\ud800' }, 'not valid Unicode'],
    ['a name of a tool that hides something', 'read\u202e_file', {}, 'read⟦U+202E⟧_file'],
  ])('with %s fails before it is judged, and is recorded [G7, A8]', async (_, tool, params, error) => {
    const call = await ask(scene, tool, params);
    expect(call.state).toMatchObject({ status: 'failed', cause: 'invalid', errorType: 'validation' });
    expect(call.state).toHaveProperty('error', expect.stringContaining(error));
    expect(await typesOf(scene, call)).toEqual(['tool_call.submitted', 'tool_call.failed']);
  });

  it('is recorded whatever its length, also where a summary ends inside a character [A8]', async () => {
    for (const length of [185, 186, 187, 188]) {
      const call = await ask(scene, 'write_file', {
        path: `${'x'.repeat(length)}${'😀'.repeat(8)}/${'😀'.repeat(60)}`,
      });
      expect(call.state.status).toBe('awaiting_approval');
    }
    const invalid = await ask(scene, 'write_file', { [`${'x'.repeat(951)}${'😀'.repeat(100)}`]: 1 });
    expect(invalid.state.status).toBe('failed');
  });

  it('keeps secrets only where they are needed to run, and never in the log [G8]', async () => {
    const call = await ask(scene, 'write_file', { password: 'hunter2', content: 'API_TOKEN=hunter3' });
    expect(call.request.sealedArguments).toContain('hunter2');
    expect(call.request.params).not.toMatch(/hunter/);
    expect(call.request.description).not.toMatch(/hunter/);
    expect(JSON.stringify(await eventsOf(scene, call.id))).not.toMatch(/hunter/);
    await decide(scene, call, 'reject');
    expect(JSON.stringify(await stored(scene, call))).not.toMatch(/hunter/);
  });

  it('is sealed: its digest is taken over what will run, and for whom [L7]', async () => {
    const { request } = await ask(scene);
    const args = JSON.parse(request.sealedArguments!);
    expect(args).toEqual({ content: '', path: 'src/a.txt' });
    expect(request.digest).toBe(digestOf(sealedCallOf(request, args)));
  });

  it('goes to a session of its own agent, and to no other [A5]', async () => {
    const session = await createSession(scene.plane, scene.agent, { title: null, machine: 'laptop' });
    const call = await ask(scene, 'write_file', {}, { sessionId: session.id });
    expect(call.request).toMatchObject({ sessionId: session.id, machine: 'laptop' });
    expect((await ask(scene)).request.sessionId).toBe(scene.agent.defaultSessionId);
    const foreign = { sessionId: scene.otherAgent.defaultSessionId };
    expect(await refusalOf(ask(scene, 'write_file', {}, foreign))).toBe('not_found');
  });
});

describeOnEachDatabase('an Idempotency-Key', (database) => {
  const scene = useScene(database);

  it('makes a retry join the first call, settled or not [L8]', async () => {
    const first = await ask(scene, 'write_file', {}, { idempotencyKey: 'k' });
    expect((await ask(scene, 'write_file', {}, { idempotencyKey: 'k' })).id).toBe(first.id);
    await decide(scene, first, 'reject');
    const again = await ask(scene, 'write_file', {}, { idempotencyKey: 'k' });
    expect(again).toMatchObject({ id: first.id, state: { status: 'rejected' } });
    expect(
      (await scene.plane.store.listCalls({ projectId: scene.projectId }, { limit: 9, cursor: null })).items,
    ).toHaveLength(1);
  });

  it('makes one call of many that arrive at once, at any process [L8, S2]', async () => {
    const beside = await scene.beside();
    const planes = [scene.plane, beside];
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submitCall(planes[index % 2]!, scene.agent, {
          toolName: 'write_file',
          params: { path: 'src/a.txt' },
          sessionId: null,
          note: null,
          idempotencyKey: 'k',
        }),
      ),
    );
    expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
    expect(await typesOf(scene, calls[0]!)).toEqual(['tool_call.submitted', 'approval.requested']);
  });

  it.each([
    ['another tool', 'deploy', {}],
    ['other arguments', 'write_file', { content: 'other' }],
  ])('is refused with %s [L8]', async (_, tool, params) => {
    await ask(scene, 'write_file', {}, { idempotencyKey: 'k' });
    expect(await refusalOf(ask(scene, tool, params, { idempotencyKey: 'k' }))).toBe('idempotency_mismatch');
  });

  it('is the same for the same arguments in another order [L8]', async () => {
    const first = await ask(scene, 'write_file', { path: 'a', content: 'b' }, { idempotencyKey: 'k' });
    const again = await ask(scene, 'write_file', { content: 'b', path: 'a' }, { idempotencyKey: 'k' });
    expect(again.id).toBe(first.id);
  });

  it('of one agent is not that of another [L8, A5]', async () => {
    const first = await ask(scene, 'write_file', {}, { idempotencyKey: 'k' });
    const input = { toolName: 'write_file', params: { path: 'src/a.txt' }, sessionId: null, note: null };
    const other = await submitCall(scene.plane, scene.otherAgent, { ...input, idempotencyKey: 'k' });
    expect(other.id).not.toBe(first.id);
  });
});
