import { type CountersignError, isoTime, type JsonObject, newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { approvalIdOf, ask, decide, eventsOf, refusalOf, stored, targetOf, typesOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { cancelCall, decideApproval, decideApprovals } from '../index.ts';

describeOnEachDatabase('a decision', (database) => {
  const scene = useScene(database);
  const approvalOf = async (call: Parameters<typeof approvalIdOf>[0]) =>
    (await scene.plane.store.findApproval(scene.projectId, approvalIdOf(call)))!.approval;

  it('approves the call that was shown, and is written down with who and when [L4, L7]', async () => {
    const call = await ask(scene);
    const decided = await decide(scene, call, 'approve', { digest: call.request.digest });
    expect(decided.call).toEqual(await stored(scene, call));
    expect(decided.call.state).toMatchObject({
      status: 'approved',
      basis: { kind: 'human', by: { name: scene.ada.name } },
    });
    expect(await approvalOf(call)).toMatchObject({
      status: 'approved',
      decision: { verb: 'approve', at: scene.clock.now() },
    });
    expect(await typesOf(scene, call)).toEqual([
      'tool_call.submitted',
      'approval.requested',
      'approval.decided',
      'tool_call.approved',
    ]);
    const [, , event] = await eventsOf(scene, call.id);
    expect(event).toMatchObject({ actor: `user:${scene.ada.id}`, data: { digest: call.request.digest } });
  });

  it('rejects with feedback that stays with the call [A1]', async () => {
    const call = await ask(scene);
    await decide(scene, call, 'reject', { feedback: 'Use a branch. API_TOKEN=hunter2' });
    expect((await stored(scene, call)).state).toMatchObject({
      status: 'rejected',
      by: { feedback: 'Use a branch. API_TOKEN=***REDACTED***' },
    });
    const silent = await ask(scene);
    await decide(scene, silent, 'reject', { feedback: '  ' });
    expect((await stored(scene, silent)).state).toMatchObject({ by: { feedback: null } });
  });

  it('is answered the same when it is made again, by anyone [L4]', async () => {
    const call = await ask(scene);
    const first = await decide(scene, call, 'reject', { feedback: 'No.' });
    scene.clock.advance(1_000_000);
    const again = await decide(scene, call, 'reject', { feedback: 'Never.' }, scene.bob);
    expect(again).toEqual(first);
    expect(await typesOf(scene, call)).toHaveLength(4);
  });

  it('is told who decided and when, where it is another one [L4]', async () => {
    const call = await ask(scene);
    await decide(scene, call, 'approve');
    const error = await decide(scene, call, 'reject', {}, scene.bob).catch((refused: CountersignError) => refused);
    expect(error).toMatchObject({
      code: 'already_decided',
      details: { decision: 'approve', decided_by: scene.ada.name, decided_at: isoTime(scene.clock.now()) },
    });
    expect((await stored(scene, call)).state.status).toBe('approved');
  });

  it('comes too late at the deadline, and the call is timed out then and there [L4, L5]', async () => {
    const call = await ask(scene);
    scene.clock.advance(300_000);
    expect(await refusalOf(decide(scene, call, 'approve'))).toBe('approval_expired');
    expect((await stored(scene, call)).state.status).toBe('timeout');
    expect(await approvalOf(call)).toMatchObject({ status: 'expired', decision: null });
    expect(await refusalOf(decide(scene, call, 'reject'))).toBe('approval_expired');
    expect((await typesOf(scene, call)).slice(2)).toEqual(['approval.expired', 'tool_call.timed_out']);
  });

  it('after the deadline is told that the call was withdrawn, where that came first [L4, A7]', async () => {
    const call = await ask(scene);
    scene.clock.advance(300_000);
    const { store } = scene.plane;
    let isFirst = true;
    const commit: typeof store.commit = async (change) => {
      if (isFirst) {
        isFirst = false;
        await cancelCall(scene.plane, scene.agent, scene.projectId, call.id);
      }
      return store.commit(change);
    };
    const beaten = { ...scene, plane: { ...scene.plane, store: { ...store, commit } } };
    expect(await refusalOf(decide(beaten, call, 'approve'))).toBe('already_decided');
    expect((await stored(scene, call)).state.status).toBe('cancelled');
    expect(await approvalOf(call)).toMatchObject({ status: 'cancelled', decision: null });
  });

  it('on a call that was withdrawn finds nothing to decide [L4, A7]', async () => {
    const call = await ask(scene);
    await cancelCall(scene.plane, scene.agent, scene.projectId, call.id);
    expect(await refusalOf(decide(scene, call, 'approve'))).toBe('already_decided');
  });

  it('finds nothing by an unknown id, or by one of another project [L4, A5]', async () => {
    const call = await ask(scene);
    const input = {
      verb: 'approve',
      feedback: null,
      modifiedArguments: null,
      digest: null,
      scope: 'call',
      expiresInSeconds: null,
    } as const;
    const foreign = { projectId: scene.foreignProjectId, approvalId: approvalIdOf(call) };
    const unknown = { projectId: scene.projectId, approvalId: newId<never>() };
    expect(await refusalOf(decideApproval(scene.plane, scene.eve, foreign, input))).toBe('not_found');
    expect(await refusalOf(decideApproval(scene.plane, scene.ada, unknown, input))).toBe('not_found');
  });

  it('on another digest than that of the call is refused [L7]', async () => {
    const call = await ask(scene);
    expect(await refusalOf(decide(scene, call, 'approve', { digest: 'f'.repeat(64) }))).toBe('digest_mismatch');
    expect((await stored(scene, call)).state.status).toBe('awaiting_approval');
  });

  it('is won by one of many that come at once, at two processes, and all learn the same [L4, S2]', async () => {
    const call = await ask(scene);
    const planes = [scene.plane, await scene.beside()];
    const verbs = Array.from(
      { length: 24 },
      (_, index) => (index % 3 === 0 ? 'reject' : 'approve') as 'approve' | 'reject',
    );
    const plain = {
      feedback: null,
      modifiedArguments: null,
      digest: null,
      scope: 'call',
      expiresInSeconds: null,
    } as const;
    const results = await Promise.all(
      verbs.map((verb, index) =>
        decideApproval(planes[index % 2]!, index % 4 < 2 ? scene.ada : scene.bob, targetOf(scene, call), {
          verb,
          ...plain,
        }).then(
          ({ decision }) => ({ verb, decision }),
          (error: CountersignError) => ({ verb, code: error.code }),
        ),
      ),
    );
    const { decision } = await approvalOf(call);
    for (const result of results) {
      if (result.verb === decision!.verb) expect(result).toEqual({ verb: result.verb, decision });
      else expect(result).toEqual({ verb: result.verb, code: 'already_decided' });
    }
    expect((await typesOf(scene, call)).filter((type) => type === 'approval.decided')).toHaveLength(1);
  });
});

describeOnEachDatabase('an edit', (database) => {
  const scene = useScene(database);

  it('runs what the human wrote, keeps what the agent asked for, and says what changed [A1, L7]', async () => {
    const call = await ask(scene, 'write_file', { content: 'old' });
    const modifiedArguments = { path: 'src/a.txt', content: 'new' };
    const { call: edited } = await decide(scene, call, 'edit', { modifiedArguments });
    expect(await stored(scene, call)).toEqual(edited);
    expect(JSON.parse(edited.request.sealedArguments!)).toEqual(modifiedArguments);
    expect(JSON.parse(edited.request.originalParams!)).toEqual({ path: 'src/a.txt', content: 'old' });
    expect(edited.state).toMatchObject({ basis: { kind: 'edit', changed: ['content'] } });
    expect(edited.request.digest).not.toBe(call.request.digest);
    const [, , event] = await eventsOf(scene, call.id);
    expect(event).toMatchObject({ data: { decision: 'edit', digest: edited.request.digest } });
  });

  it('keeps a secret that was left as it was shown, and is the same when it is made again [A1, G8, L4]', async () => {
    const call = await ask(scene, 'write_file', { password: 'hunter2' });
    const shown = JSON.parse(call.request.params) as JsonObject;
    const modifiedArguments = { ...shown, content: 'new' };
    const first = await decide(scene, call, 'edit', { modifiedArguments });
    expect(JSON.parse(first.call.request.sealedArguments!)).toMatchObject({ password: 'hunter2', content: 'new' });
    expect(first.call.state).toMatchObject({ basis: { changed: ['content'] } });
    expect(await decide(scene, call, 'edit', { modifiedArguments })).toEqual(first);
    await cancelCall(scene.plane, scene.agent, scene.projectId, call.id);
    expect((await decide(scene, call, 'edit', { modifiedArguments })).decision).toEqual(first.decision);
    expect(await refusalOf(decide(scene, call, 'edit', { modifiedArguments: shown }))).toBe('already_decided');
  });

  it('that would run the marker itself is refused [A1, G8]', async () => {
    const call = await ask(scene, 'write_file', { password: 'hunter2' });
    const modifiedArguments = { path: 'src/a.txt', content: 'password=***REDACTED***' };
    expect(await refusalOf(decide(scene, call, 'edit', { modifiedArguments }))).toBe('arguments_refused');
    expect((await stored(scene, call)).state.status).toBe('awaiting_approval');
  });

  it('tells that a secret changed without telling the secret [A1, G8]', async () => {
    const call = await ask(scene, 'write_file', { password: 'hunter2' });
    const { call: edited } = await decide(scene, call, 'edit', {
      modifiedArguments: { path: 'src/a.txt', password: 'hunter3' },
    });
    expect(edited.state).toMatchObject({ basis: { changed: ['password'] } });
    expect(edited.request.params).not.toContain('hunter');
  });

  it.each([
    ['no arguments', null],
    ['a key that the tool does not know', { path: 'a', pth: 'b' }],
    ['an argument of another type', { path: 1 }],
    ['something that policy denies', { path: 'denied/a' }],
    ['text that is not Unicode', { path: 'a\udc00' }],
  ])('with %s is refused, and the call waits on [A1, G7]', async (_, modifiedArguments) => {
    const call = await ask(scene);
    expect(await refusalOf(decide(scene, call, 'edit', { modifiedArguments }))).toBe('arguments_refused');
    expect(await stored(scene, call)).toEqual(call);
  });

  it('is answered the same when it is made again, and refused when it is another one [L4]', async () => {
    const call = await ask(scene);
    const modifiedArguments = { path: 'src/b.txt' };
    const first = await decide(scene, call, 'edit', { modifiedArguments });
    expect(await decide(scene, call, 'edit', { modifiedArguments })).toEqual(first);
    const other = { modifiedArguments: { path: 'src/c.txt' } };
    expect(await refusalOf(decide(scene, call, 'edit', other))).toBe('already_decided');
    expect(await refusalOf(decide(scene, call, 'approve'))).toBe('already_decided');
  });
});

describeOnEachDatabase('a batch of decisions', (database) => {
  const scene = useScene(database);

  it('decides each by its id, and answers each on its own [A3]', async () => {
    const [one, two, decided, late] = [await ask(scene), await ask(scene), await ask(scene), await ask(scene)];
    await decide(scene, decided, 'reject');
    const item = (call: typeof one, verb: 'approve' | 'reject' = 'approve') => ({
      approvalId: approvalIdOf(call),
      verb,
      feedback: null,
      digest: call.request.digest,
    });
    const shownAnother = { ...item(late), digest: 'f'.repeat(64) };
    const unknown = { ...item(late), approvalId: newId<never>() };
    const items = [item(one), item(two, 'reject'), item(decided), shownAnother, unknown];
    const results = await decideApprovals(scene.plane, scene.bob, scene.projectId, items);
    expect(results.map((result) => (result.ok ? result.decided.decision.verb : result.error.code))).toEqual([
      'approve',
      'reject',
      'already_decided',
      'digest_mismatch',
      'not_found',
    ]);
    expect(results.map(({ approvalId }) => approvalId)).toEqual(items.map(({ approvalId }) => approvalId));
  });

  it('takes the same approval twice as two decisions on it [A3, L4]', async () => {
    const call = await ask(scene);
    const item = { approvalId: approvalIdOf(call), feedback: null, digest: null };
    const results = await decideApprovals(scene.plane, scene.ada, scene.projectId, [
      { ...item, verb: 'approve' },
      { ...item, verb: 'reject' },
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await typesOf(scene, call)).filter((type) => type === 'approval.decided')).toHaveLength(1);
  });
});
