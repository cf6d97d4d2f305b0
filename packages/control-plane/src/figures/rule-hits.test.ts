import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { ask, decide } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { ruleHits } from '../index.ts';
import { figureLimits } from './limits.ts';

describeOnEachDatabase('hits of rules', (database) => {
  const scene = useScene(database);

  it('are counted for each rule, however a call came out, with the time of the newest [G6]', async () => {
    const first = await ask(scene);
    await decide(scene, first, 'approve', { scope: 'class' });
    scene.clock.advance(1_000);
    const second = await ask(scene);
    const denied = await ask(scene, 'forbidden');
    expect([second.state.status, denied.state.status]).toEqual(['approved', 'rejected']);
    const { calls, since, isComplete, byRule } = await ruleHits(scene.plane, scene.projectId);
    expect({ calls, since, isComplete }).toEqual({
      calls: 3,
      since: scene.clock.now() - figureLimits.ruleHitsMs,
      isComplete: true,
    });
    expect(byRule).toEqual(
      new Map([
        [first.request.ruleId, { hits: 2, lastHitAt: second.request.createdAt }],
        ['deny.test', { hits: 1, lastHitAt: denied.request.createdAt }],
      ]),
    );
  });

  it('leave out what is older, and the calls of another project [A5]', async () => {
    await ask(scene);
    scene.clock.advance(figureLimits.ruleHitsMs + 1);
    expect((await ruleHits(scene.plane, scene.projectId)).calls).toBe(0);
    await ask(scene);
    expect((await ruleHits(scene.plane, scene.projectId)).calls).toBe(1);
    expect((await ruleHits(scene.plane, scene.foreignProjectId)).byRule.size).toBe(0);
  });
});
