import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { ask, decide, eventsOf, refusalOf, stored, typesOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { createSession, revokeGrant, sessionView } from '../index.ts';

describeOnEachDatabase('a remembered decision', (database) => {
  const scene = useScene(database);
  const remember = async (scope: 'class' | 'session', expiresInSeconds: number | null = null) => {
    const { grant } = await decide(scene, await ask(scene), 'approve', { scope, expiresInSeconds });
    return grant!;
  };

  it('lets the same call through from then on, and says by which grant [A2, L9]', async () => {
    const grant = await remember('class');
    const call = await ask(scene);
    expect(call.state).toMatchObject({
      status: 'approved',
      approvalId: null,
      basis: { kind: 'grant', grantId: grant.id },
    });
    expect(await scene.plane.store.findGrant(scene.projectId, grant.id)).toEqual(grant);
    expect(await eventsOf(scene, grant.id)).toMatchObject([
      {
        type: 'grant.created',
        actor: `user:${scene.ada.id}`,
        data: { text: 'Writing files under src/ in this session, but nothing of HIGH risk' },
      },
    ]);
  });

  it('is written with the decision or not at all [L3]', async () => {
    const heard: string[][] = [];
    const call = await ask(scene);
    scene.plane.store.subscribe((events) => heard.push(events.map(({ type }) => type)));
    await decide(scene, call, 'approve', { scope: 'class' });
    expect(heard).toEqual([['approval.decided', 'tool_call.approved', 'grant.created']]);
  });

  it('covers its class and nothing else: another folder and another tool still ask [A2]', async () => {
    await remember('class');
    expect((await ask(scene, 'write_file', { path: 'src/deep/b.txt' })).state.status).toBe('approved');
    expect((await ask(scene, 'write_file', { path: 'lib/b.txt' })).state.status).toBe('awaiting_approval');
    expect((await ask(scene, 'write_file', { path: 'src/../b.txt' })).state.status).toBe('awaiting_approval');
    expect((await ask(scene, 'deploy')).state.status).toBe('awaiting_approval');
  });

  it('of the whole session covers everything in it, under a banner that warns [A2]', async () => {
    const grant = await remember('session');
    expect((await ask(scene, 'deploy')).state.status).toBe('approved');
    const session = await scene.plane.store.findSession(scene.projectId, scene.agent.defaultSessionId);
    const { banner } = await sessionView(scene.plane, session!);
    expect(banner).toMatchObject({
      grant_id: grant.id,
      text: expect.stringContaining(`${scene.ada.name} approved everything`),
    });
    await revokeGrant(scene.plane, scene.bob, scene.projectId, grant.id);
    expect((await sessionView(scene.plane, session!)).banner).toBeNull();
  });

  it('holds in its session only [A2]', async () => {
    await remember('session');
    const { id } = await createSession(scene.plane, scene.agent, { title: null, machine: null });
    expect((await ask(scene, 'write_file', {}, { sessionId: id })).state.status).toBe('awaiting_approval');
  });

  it('never outranks a deny [A2]', async () => {
    await remember('session');
    expect((await ask(scene, 'forbidden')).state).toMatchObject({ status: 'rejected', by: { kind: 'policy' } });
    expect((await ask(scene, 'write_file', { path: 'denied/a' })).state.status).toBe('rejected');
  });

  it('ends when its time is up [A2]', async () => {
    await remember('class', 60);
    scene.clock.advance(59_999);
    expect((await ask(scene)).state.status).toBe('approved');
    scene.clock.advance(1);
    expect((await ask(scene)).state.status).toBe('awaiting_approval');
  });

  it('ends when it is revoked, by any member, once; what it let through stays [A2]', async () => {
    const grant = await remember('class');
    const through = await ask(scene);
    const revoked = await revokeGrant(scene.plane, scene.bob, scene.projectId, grant.id);
    expect(revoked.revokedAt).toBe(scene.clock.now());
    scene.clock.advance(1);
    expect(await revokeGrant(scene.plane, scene.ada, scene.projectId, grant.id)).toEqual(revoked);
    expect((await eventsOf(scene, grant.id)).map(({ type }) => type)).toEqual(['grant.created', 'grant.revoked']);
    expect((await ask(scene)).state.status).toBe('awaiting_approval');
    expect((await stored(scene, through)).state.status).toBe('approved');
    expect(await refusalOf(revokeGrant(scene.plane, scene.eve, scene.foreignProjectId, grant.id))).toBe('not_found');
  });

  it('is part of the decision: the same one again answers with it, one without it is another [L4, A2]', async () => {
    const call = await ask(scene);
    const first = await decide(scene, call, 'approve', { scope: 'class' });
    expect(await decide(scene, call, 'approve', { scope: 'class' })).toEqual(first);
    expect(await refusalOf(decide(scene, call, 'approve'))).toBe('already_decided');
  });

  it('of an edit is about what the human wrote [A1, A2]', async () => {
    const call = await ask(scene, 'write_file', { path: 'src/a.txt' });
    await decide(scene, call, 'edit', { modifiedArguments: { path: 'lib/a.txt' }, scope: 'class' });
    expect((await ask(scene, 'write_file', { path: 'lib/b.txt' })).state.status).toBe('approved');
    expect((await ask(scene, 'write_file', { path: 'src/b.txt' })).state.status).toBe('awaiting_approval');
  });

  it.each([
    ['has no class that is safe', { path: 'a.txt' }],
    ['cannot be shown in full', { content: 'x'.repeat(300 * 1024) }],
  ])('is refused for a call that %s, and nothing is decided [A2, A8]', async (_, params) => {
    const call = await ask(scene, 'write_file', params);
    expect(await refusalOf(decide(scene, call, 'approve', { scope: 'class' }))).toBe('cannot_remember');
    expect(await stored(scene, call)).toEqual(call);
    expect(await typesOf(scene, call)).toHaveLength(2);
    expect((await decide(scene, call, 'approve')).call.state.status).toBe('approved');
  });

  it('is refused with a rejection [A2]', async () => {
    const call = await ask(scene);
    expect(await refusalOf(decide(scene, call, 'reject', { scope: 'class' }))).toBe('cannot_remember');
  });
});
