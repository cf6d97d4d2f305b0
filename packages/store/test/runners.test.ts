import { newId } from '@countersign/contract';
import {
  addWorkspace,
  anAnnouncement,
  anEvent,
  aRunner,
  aToken,
  aToolCall,
  describeOnEachDatabase,
} from '@countersign/testing';
import { expect, it } from 'vitest';
import { useStores } from './stores.ts';

describeOnEachDatabase('runners', (database) => {
  const stores = useStores(database);

  it('are listed by name while a credential of theirs holds', async () => {
    const store = await stores.open();
    const { project, user } = await addWorkspace(store);
    const names = ['d', 'c', 'b', 'a'];
    const runners = names.map((name) => aRunner({ projectId: project.id, ownerId: user.id, name }));
    const until = { d: null, c: 10, b: 11, a: null } as const;
    for (const runner of runners) {
      const token = aToken({
        kind: 'runner',
        principalId: runner.id,
        projectId: project.id,
        expiresAt: until[runner.name as keyof typeof until],
        revokedAt: runner.name === 'a' ? 5 : null,
      });
      await store.commit({
        guard: { kind: 'runner', record: runner },
        following: [{ kind: 'token', record: token }],
        events: [],
      });
    }
    expect((await store.listRunners(project.id, 10)).map(({ name }) => name)).toEqual(['b', 'd']);
    expect(await store.listRunners(newId(), 10)).toEqual([]);
  });

  it('are refused with all that comes with them where their name is taken, and others are not', async () => {
    const store = await stores.open();
    const { project, user } = await addWorkspace(store);
    const [first, second, other] = ['same', 'same', 'other'].map((name) =>
      aRunner({ projectId: project.id, ownerId: user.id, name }),
    );
    const codes = [aToken({ use: 'pairing' }), aToken({ use: 'pairing' }), aToken({ use: 'pairing' })];
    for (const code of codes)
      await store.commit({ guard: { kind: 'none' }, following: [{ kind: 'token', record: code }], events: [] });
    const results = await Promise.allSettled(
      [first, second, other].map((record, index) =>
        store.commit({
          guard: { kind: 'revoke_token', tokenId: codes[index]!.id, at: 7 },
          following: [{ kind: 'runner', record: record! }],
          events: [anEvent()],
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const spent = await Promise.all(codes.map(async ({ id }) => (await store.findToken(id))!.revokedAt));
    expect(spent).toEqual([7, null, 7]);
    expect(await store.isRunnerNameTaken(project.id, 'same')).toBe(true);
    expect(await store.isRunnerNameTaken(project.id, 'none')).toBe(false);
    expect(await store.findRunner(second!.id)).toBeNull();
  });

  it('are seen as they last said, and one that there is not is not seen', async () => {
    const store = await stores.open();
    const { runner } = await addWorkspace(store);
    const see = (runnerId: typeof runner.id, at: number, version: string) =>
      store.commit({
        guard: { kind: 'runner_seen', runnerId, at, announcement: { ...anAnnouncement, version } },
        events: [],
      });
    expect((await see(runner.id, 1, 'one')).ok).toBe(true);
    expect((await see(runner.id, 2, 'two')).ok).toBe(true);
    expect(await store.findRunner(runner.id)).toMatchObject({ seenAt: 2, announcement: { version: 'two' } });
    expect((await see(newId(), 3, 'three')).ok).toBe(false);
  });
});

describeOnEachDatabase('the output of calls', (database) => {
  const stores = useStores(database);

  it('is read by call, in order and from a place on, and is nothing but output', async () => {
    const store = await stores.open();
    const [one, other] = [aToolCall(), aToolCall()];
    const print = (subjectId: string, text: string) =>
      anEvent({ type: 'tool_call.output', subjectId, data: { stream: 'stdout', offset: 0, text } });
    await store.commit({
      guard: { kind: 'none' },
      events: [
        anEvent({ subjectId: one.id }),
        print(one.id, 'a'),
        print(other.id, 'b'),
        print(one.id, 'c'),
        anEvent({ type: 'tool_call.completed', subjectId: one.id }),
        print(one.id, 'null'),
      ],
    });
    const texts = async (after: number, limit: number) =>
      (await store.listOutput(one.id, after, limit)).map(({ seq, data }) => [seq, data.text]);
    expect(await texts(0, 10)).toEqual([
      [2, 'a'],
      [4, 'c'],
      [6, 'null'],
    ]);
    expect(await texts(2, 1)).toEqual([[4, 'c']]);
    expect(await texts(6, 10)).toEqual([]);
  });
});
