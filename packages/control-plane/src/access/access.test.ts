import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { eventsOf, refusalOf } from '../../test/acts.ts';
import { heard } from '../../test/heard.ts';
import { useScene } from '../../test/plane.ts';
import {
  Authenticator,
  type ControlPlane,
  createLink,
  createProject,
  createToken,
  createUser,
  csrfTokenOf,
  followLink,
  hashSecret,
  type NewTokenInput,
  putMember,
  removeMember,
  revokeToken,
} from '../index.ts';

describeOnEachDatabase('a credential', (database) => {
  const scene = useScene(database);
  const newToken = (given: Partial<NewTokenInput> = {}) => {
    const plain = { kind: 'user', name: 'laptop', projectId: null, userId: null, machine: null } as const;
    return createToken(scene.plane, scene.ada, { ...plain, expiresInSeconds: null, ...given });
  };
  const authenticate = (plane: ControlPlane = scene.plane): Authenticator => {
    const authenticator = new Authenticator(plane.store, plane.clock);
    onTestFinished(() => authenticator.close());
    return authenticator;
  };

  it('tells who it stands for, and is stored only as a hash [A4, A5]', async () => {
    const { secret, token } = await newToken({
      kind: 'runner',
      name: 'new runner',
      projectId: scene.projectId,
      machine: 'm',
    });
    expect(await authenticate().identify(secret, 'bearer')).toMatchObject({
      kind: 'runner',
      machine: 'm',
      projectId: scene.projectId,
    });
    expect(token.hash).toBe(hashSecret(secret));
    const stored = await scene.plane.store.listTokens();
    expect(JSON.stringify([stored, await eventsOf(scene, token.id)])).not.toContain(secret);
  });

  it('of an agent comes with the agent and a session for its calls [L8]', async () => {
    const { secret } = await newToken({ kind: 'agent', name: 'new agent', projectId: scene.projectId });
    const agent = await authenticate().identify(secret, 'bearer');
    expect(agent).toMatchObject({ kind: 'agent', name: 'new agent', ownerId: scene.ada.id });
    const sessionId = (agent as typeof scene.agent).defaultSessionId;
    expect(await scene.plane.store.findSession(scene.projectId, sessionId)).toMatchObject({ agentId: agent!.id });
  });

  it.each([
    ['an unknown secret', 'cs_user_nobody', 'bearer'],
    ['an empty one', '', 'bearer'],
  ] as const)('is not %s [A5]', async (_, secret, use) => {
    expect(await authenticate().identify(secret, use)).toBeNull();
  });

  it('is good for its own use only: a bearer is no cookie, and a link is neither [A5]', async () => {
    const { secret } = await newToken();
    const { ticket } = await createLink(scene.plane, scene.ada.id);
    const authenticator = authenticate();
    expect(await authenticator.identify(secret, 'browser')).toBeNull();
    expect(await authenticator.identify(ticket, 'bearer')).toBeNull();
    expect(await authenticator.identify(ticket, 'browser')).toBeNull();
  });

  it('ends when its time is up, to the millisecond [A5]', async () => {
    const { secret } = await newToken({ expiresInSeconds: 60 });
    const authenticator = authenticate();
    scene.clock.advance(59_999);
    expect(await authenticator.identify(secret, 'bearer')).not.toBeNull();
    scene.clock.advance(1);
    expect(await authenticator.identify(secret, 'bearer')).toBeNull();
  });

  it('ends at once when it is revoked, also where it was known, and here once [A5]', async () => {
    const { secret, token } = await newToken();
    const authenticator = authenticate();
    expect(await authenticator.identify(secret, 'bearer')).not.toBeNull();
    const revoked = await revokeToken(scene.plane, scene.ada, token.id);
    expect(revoked.revokedAt).toBe(scene.clock.now());
    expect(await authenticator.identify(secret, 'bearer')).toBeNull();
    scene.clock.advance(1);
    expect(await revokeToken(scene.plane, scene.ada, token.id)).toEqual(revoked);
    expect((await eventsOf(scene, token.id)).map(({ type }) => type)).toEqual(['token.created', 'token.revoked']);
  });

  it('ends in every process when it is revoked in one [S2]', async () => {
    const { secret, token } = await newToken();
    const beside = await scene.beside();
    const authenticator = authenticate(beside);
    expect(await authenticator.identify(secret, 'bearer')).not.toBeNull();
    const told = heard(beside.store, token.id, 'token.revoked');
    await revokeToken(scene.plane, scene.ada, token.id);
    await told;
    expect(await authenticator.identify(secret, 'bearer')).toBeNull();
  });

  it('is remembered for five seconds and not longer, whatever happened to the event [S2]', async () => {
    let reads = 0;
    const { store } = scene.plane;
    const findTokenByHash: typeof store.findTokenByHash = (hash) => {
      reads += 1;
      return store.findTokenByHash(hash);
    };
    const { secret } = await newToken();
    const authenticator = authenticate({ ...scene.plane, store: { ...store, findTokenByHash } });
    for (let times = 0; times < 10; times += 1) await authenticator.identify(secret, 'bearer');
    expect(reads).toBe(1);
    scene.clock.advance(5_000);
    await authenticator.identify(secret, 'bearer');
    expect(reads).toBe(2);
  });

  it.each([
    ['for a user that there is not', { userId: newId<never>() }, 'not_found'],
    ['for an agent without a project', { kind: 'agent' }, 'not_found'],
    ['for a runner of a project that there is not', { kind: 'runner', projectId: newId<never>() }, 'not_found'],
  ] as const)('is refused %s [A5]', async (_, given, code) => {
    expect(await refusalOf(newToken(given))).toBe(code);
  });

  it('is refused for a second agent or runner of the same name in a project [T2]', async () => {
    const { projectId, foreignProjectId } = scene;
    for (const kind of ['agent', 'runner'] as const) {
      await newToken({ kind, name: 'twin', projectId });
      expect(await refusalOf(newToken({ kind, name: 'twin', projectId }))).toBe('name_taken');
      expect(await refusalOf(newToken({ kind, name: 'twin', projectId: foreignProjectId }))).toBeNull();
    }
  });

  it('opens a project no longer once its principal is taken out, though that was just being looked up [A5]', async () => {
    const bob = await createUser(scene.plane, 'system', { name: `Bob ${newId()}`, isAdmin: false });
    const place = { projectId: scene.projectId, userId: bob.id };
    await putMember(scene.plane, scene.ada, { ...place, role: 'member' });
    const { store } = scene.plane;
    const read = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    const findMember: typeof store.findMember = async (...given) => {
      const member = await store.findMember(...given);
      read.resolve();
      await removed.promise;
      return member;
    };
    const authenticator = authenticate({ ...scene.plane, store: { ...store, findMember } });
    const { secret } = await newToken({ userId: bob.id });
    const principal = (await authenticator.identify(secret, 'bearer'))!;
    const asked = authenticator.belongsTo(principal, scene.projectId);
    await read.promise;
    await removeMember(scene.plane, scene.ada, place);
    removed.resolve();
    // Good for the request that was under way, and for no other.
    expect(await asked).toBe(true);
    expect(await authenticator.belongsTo(principal, scene.projectId)).toBe(false);
  });

  it('opens the projects of its principal and no other [A5]', async () => {
    const authenticator = authenticate();
    const { projectId, foreignProjectId, ada, bob, eve, agent, runner } = scene;
    for (const principal of [ada, bob, agent, runner]) {
      expect(await authenticator.belongsTo(principal, projectId)).toBe(true);
      expect(await authenticator.belongsTo(principal, foreignProjectId)).toBe(false);
    }
    expect(await authenticator.belongsTo(eve, projectId)).toBe(false);
    await putMember(scene.plane, ada, { projectId, userId: eve.id, role: 'member' });
    expect(await authenticator.belongsTo(eve, projectId)).toBe(true);
  });
});

describeOnEachDatabase('a link', (database) => {
  const scene = useScene(database);

  it('signs a browser in, once [P5]', async () => {
    const { ticket } = await createLink(scene.plane, scene.ada.id);
    const { secret } = await followLink(scene.plane, ticket);
    const authenticator = new Authenticator(scene.plane.store, scene.clock);
    expect(await authenticator.identify(secret, 'browser')).toMatchObject({ kind: 'user', id: scene.ada.id });
    expect(await authenticator.identify(secret, 'bearer')).toBeNull();
    authenticator.close();
    expect(csrfTokenOf(secret)).not.toContain(secret);
    expect(await refusalOf(followLink(scene.plane, ticket))).toBe('link_spent');
  });

  it('lets in one of many that follow it at once, at two processes [L3, S2]', async () => {
    const { ticket } = await createLink(scene.plane, scene.ada.id);
    const planes = [scene.plane, await scene.beside()];
    const tries = Array.from({ length: 10 }, (_, index) => refusalOf(followLink(planes[index % 2]!, ticket)));
    expect((await Promise.all(tries)).filter((refusal) => refusal === null)).toHaveLength(1);
  });

  it('works for ten minutes, and nothing else is a link [A5]', async () => {
    const { ticket } = await createLink(scene.plane, scene.ada.id);
    scene.clock.advance(10 * 60 * 1000);
    expect(await refusalOf(followLink(scene.plane, ticket))).toBe('link_spent');
    const given = {
      kind: 'user',
      name: 'x',
      projectId: null,
      userId: null,
      machine: null,
      expiresInSeconds: 60,
    } as const;
    const { secret } = await createToken(scene.plane, scene.ada, given);
    expect(await refusalOf(followLink(scene.plane, secret))).toBe('link_spent');
    expect(await refusalOf(followLink(scene.plane, 'nonsense'))).toBe('link_spent');
  });
});

describeOnEachDatabase('people and projects', (database) => {
  const scene = useScene(database);

  it('have names that nobody else has [T2]', async () => {
    const name = `Zoe ${newId()}`;
    await createUser(scene.plane, 'system', { name, isAdmin: false });
    expect(await refusalOf(createUser(scene.plane, 'system', { name, isAdmin: false }))).toBe('name_taken');
    await createProject(scene.plane, scene.ada, name);
    expect(await refusalOf(createProject(scene.plane, scene.eve, name))).toBe('name_taken');
  });

  it('are joined by name, and it is written down who did it [A5]', async () => {
    await putMember(scene.plane, scene.ada, {
      projectId: scene.foreignProjectId,
      userId: scene.ada.id,
      role: 'member',
    });
    const events = await eventsOf(scene, scene.foreignProjectId);
    expect(events.at(-1)).toMatchObject({
      type: 'member.added',
      actor: `user:${scene.ada.id}`,
      data: { by: scene.ada.name },
    });
    const nobody = { projectId: scene.projectId, userId: newId<never>(), role: 'member' } as const;
    expect(await refusalOf(putMember(scene.plane, scene.ada, nobody))).toBe('not_found');
  });
});
