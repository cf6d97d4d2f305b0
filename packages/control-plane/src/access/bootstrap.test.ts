import { describeOnEachDatabase, fakeClock, type OpenDatabase } from '@countersign/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlane } from '../../test/plane.ts';
import { Authenticator, bootstrap, type ControlPlane, type Store } from '../index.ts';

describeOnEachDatabase('the first start', (database) => {
  let place: OpenDatabase;
  let plane: ControlPlane;
  beforeEach(async () => {
    place = await database.open();
    plane = await openPlane(place.url, fakeClock());
  });
  afterEach(async () => {
    await plane.store.close();
    await place.drop();
  });

  /** Goes away, as a killed process does, instead of making the n-th commit. */
  const dyingAt = (nth: number): ControlPlane => {
    let commits = 0;
    const commit: Store['commit'] = (change) => {
      commits += 1;
      return commits === nth ? Promise.reject(new Error('killed')) : plane.store.commit(change);
    };
    return { ...plane, store: { ...plane.store, commit } };
  };
  const signIn = async (secret: string) => {
    const authenticator = new Authenticator(plane.store, plane.clock);
    const principal = await authenticator.identify(secret, 'bearer');
    authenticator.close();
    return principal;
  };

  it('makes an administrator, a project and a credential, once [S1]', async () => {
    const kept: string[] = [];
    const first = await bootstrap(plane, 'Ada', (secret) => kept.push(secret));
    expect(kept).toEqual([first!.secret]);
    expect(await signIn(first!.secret)).toMatchObject({ kind: 'user', name: 'Ada', isAdmin: true });
    expect(await plane.store.listProjectsOf(first!.user.id)).toEqual([first!.project]);
    expect(await bootstrap(plane, 'Ada', (secret) => kept.push(secret))).toBeNull();
    expect(kept).toHaveLength(1);
  });

  it.each([1, 2, 3])('that was cut short before its commit %i is made good by the next [L2, S1]', async (nth) => {
    const kept: string[] = [];
    const keep = (secret: string) => kept.push(secret);
    await expect(bootstrap(dyingAt(nth), 'Ada', keep)).rejects.toThrow('killed');
    const next = await bootstrap(plane, 'Ada', keep);
    expect(await plane.store.listUsers()).toHaveLength(1);
    expect(await plane.store.listProjects()).toHaveLength(1);
    expect(kept.at(-1)).toBe(next!.secret);
    expect(await signIn(kept.at(-1)!)).toMatchObject({ name: 'Ada' });
  });

  it('of several processes at once leaves one administrator and one project, and all can sign in [S2]', async () => {
    const beside = await openPlane(place.url, fakeClock());
    const all = await Promise.all([plane, beside, plane, beside].map((each) => bootstrap(each, 'Ada')));
    await beside.store.close();
    expect(await plane.store.listUsers()).toHaveLength(1);
    expect(await plane.store.listProjects()).toHaveLength(1);
    for (const each of all) if (each) expect(await signIn(each.secret)).toMatchObject({ name: 'Ada' });
    expect(all.filter((each) => each !== null).length).toBeGreaterThan(0);
  });
});
