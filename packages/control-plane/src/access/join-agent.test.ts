import { newId } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { eventsOf, refusalOf } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { type ExternalAgent, joinAgent, submitCall } from '../index.ts';

describeOnEachDatabase('an agent that comes with the token of an issuer', (database) => {
  const scene = useScene(database);
  const external = (given: Partial<ExternalAgent> = {}): ExternalAgent => ({
    externalId: newId(),
    issuer: 'https://issuer.example',
    name: 'builder',
    project: scene.projectId,
    owner: null,
    ...given,
  });
  const join = (agent: ExternalAgent) => joinAgent(scene.plane, agent);

  it('is made the first time, with a session of its own, and is the same from then on [U3]', async () => {
    const who = external();
    const agent = await join(who);
    expect(agent).toMatchObject({ projectId: scene.projectId, ownerId: scene.ada.id, name: 'builder' });
    expect(await join(who)).toEqual(agent);
    expect(await eventsOf(scene, agent.id)).toMatchObject([
      { type: 'agent.joined', data: { name: 'builder', issuer: 'https://issuer.example' } },
    ]);
    const session = await scene.plane.store.findSession(scene.projectId, agent.defaultSessionId);
    expect(session).toMatchObject({ agentId: agent.id, userId: scene.ada.id });
  });

  it('is made once, however many come at the same time [U3, L3]', async () => {
    const who = external();
    const agents = await Promise.all(Array.from({ length: 8 }, () => join(who)));
    expect(new Set(agents.map(({ id }) => id)).size).toBe(1);
  });

  it('shares no name with another, and nothing else either [U3, A5]', async () => {
    const [one, other] = [await join(external()), await join(external())];
    expect(one.id).not.toBe(other.id);
    expect(one.name).not.toBe(other.name);
    expect(one.defaultSessionId).not.toBe(other.defaultSessionId);
  });

  it('belongs to the project and the user that the settings name, by id or by name [U3]', async () => {
    const project = (await scene.plane.store.findProject(scene.projectId))!;
    const agent = await join(external({ project: project.name, owner: scene.bob.name }));
    expect(agent).toMatchObject({ projectId: scene.projectId, ownerId: scene.bob.id });
    expect(await refusalOf(join(external({ project: 'nowhere' })))).toBe('unauthenticated');
    expect(await refusalOf(join(external({ owner: 'nobody' })))).toBe('unauthenticated');
  });

  it('does not enter another project by being sent there later [U3, A5]', async () => {
    const who = external();
    await join(who);
    expect(await refusalOf(join({ ...who, project: scene.foreignProjectId }))).toBe('unauthenticated');
  });

  it('may use what its claims allow: anything else looks as if it were not there [U10]', async () => {
    const plane = {
      ...scene.plane,
      access: { ...scene.plane.access, mayUse: (claims: object, { name }: { name: string }) => name in claims },
    };
    const ask = (toolName: string, claims: Record<string, true>) =>
      submitCall(
        plane,
        { ...scene.agent, caller: { ...scene.agent.caller, claims } },
        { toolName, params: { path: 'a' }, sessionId: null, note: null, idempotencyKey: null },
      );
    expect((await ask('read_file', { read_file: true })).state.status).toBe('approved');
    const refused = await ask('deploy', { read_file: true });
    expect(refused.state).toMatchObject({ status: 'failed', error: expect.stringContaining('There is no tool named') });
    const unknown = await ask('nothing', { read_file: true });
    const withoutName = (call: typeof refused) => JSON.stringify(call.state).replaceAll(/deploy|nothing/g, 'X');
    expect(withoutName(refused).replaceAll(/\d+/g, '')).toBe(withoutName(unknown).replaceAll(/\d+/g, ''));
  });
});
