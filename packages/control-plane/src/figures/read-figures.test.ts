import { describeOnEachDatabase } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { ask, decide } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { advanceDueCalls, cancelCall, createSession } from '../index.ts';
import { readFigures } from './read-figures.ts';

const second = 1_000;

describeOnEachDatabase('figures of a project', (database) => {
  const scene = useScene(database);
  const figures = (days = 1) => readFigures(scene.plane, scene.projectId, days);
  const approveAfter = async (call: ToolCall, ms: number) => {
    scene.clock.advance(ms);
    return decide(scene, call, 'approve');
  };

  it('say what was asked, how it ended and what nobody was asked about', async () => {
    const content = 'word '.repeat(200);
    await approveAfter(await ask(scene, 'write_file', { content }), 2 * second);
    await approveAfter(await ask(scene, 'write_file', { content, path: 'lib/b.txt' }), 60 * second);
    scene.clock.advance(second);
    await decide(scene, await ask(scene, 'deploy'), 'reject');
    await decide(scene, await ask(scene), 'edit', { modifiedArguments: { path: 'src/c.txt' } });
    const remembered = await ask(scene, 'write_file', { path: 'doc/a.md' });
    scene.clock.advance(4 * second);
    await decide(scene, remembered, 'approve', { scope: 'class' });
    expect((await ask(scene, 'write_file', { path: 'doc/b.md' })).state.status).toBe('approved');
    expect((await ask(scene, 'read_file')).state.status).toBe('approved');
    expect((await ask(scene, 'forbidden')).state.status).toBe('rejected');
    await cancelCall(scene.plane, scene.agent, scene.projectId, (await ask(scene)).id);
    await ask(scene);
    const { since, until, buckets, busiest, rules, ...said } = await figures();
    expect(said).toEqual({
      asked: 7,
      approved: 4,
      rejected: 1,
      expired: 0,
      withdrawn: 1,
      waiting: 1,
      median_seconds: 2,
      // A thousand characters in two seconds; the edit of the same moment was looked at.
      hasty: 1,
      per_hour: 7,
      unasked: { allowed_by_rule: 1, allowed_by_grant: 1, denied: 1 },
      bucket_seconds: 3600,
      reading_characters_per_second: 40,
      is_complete: true,
    });
    expect(buckets).toHaveLength(24);
    expect(busiest).toEqual({ from: buckets.at(-1)?.from, asked: 7 });
    expect([Date.parse(since) < Date.parse(until), Date.parse(until)]).toEqual([true, scene.clock.now()]);
    expect(rules.map(({ asked }) => asked).reduce((sum, each) => sum + each, 0)).toBe(7);
    expect(rules[0]).toMatchObject({ asked: 6, approved: 4, tools: ['write_file'], proposal: { kind: 'keep' } });
  });

  it('propose a rule for what is always approved, with the newest call as an example', async () => {
    let newest: ToolCall | null = null;
    for (let nth = 0; nth < 12; nth += 1) {
      const { id: sessionId } = await createSession(scene.plane, scene.agent, { title: null, machine: null });
      newest = await ask(scene, 'write_file', { path: `src/deep/${nth}.txt` }, { sessionId });
      await approveAfter(newest, 5 * second);
    }
    const [rule] = (await figures()).rules;
    expect(rule?.proposal).toEqual({ kind: 'allow', tool_id: newest?.id, what: 'Writing files under src/deep/' });
  });

  it('propose to remember what one session asks again and again, and to look where nobody answers', async () => {
    for (let nth = 0; nth < 5; nth += 1) await approveAfter(await ask(scene), 5 * second);
    for (let nth = 0; nth < 4; nth += 1) await ask(scene, 'deploy');
    scene.clock.advance(601 * second);
    await advanceDueCalls(scene.plane);
    const { rules, expired } = await figures();
    expect(expired).toBe(4);
    expect(rules.map(({ proposal }) => proposal.kind).toSorted()).toEqual(['remember', 'unanswered']);
  });

  it('leave out what is older, and another project [A5]', async () => {
    await approveAfter(await ask(scene), second);
    expect((await readFigures(scene.plane, scene.foreignProjectId, 1)).asked).toBe(0);
    scene.clock.advance(25 * 3600 * second);
    expect(await figures()).toMatchObject({ asked: 0, per_hour: 0, busiest: null, median_seconds: null, rules: [] });
    expect(await figures(3)).toMatchObject({ asked: 1, bucket_seconds: 24 * 3600 });
  });
});
