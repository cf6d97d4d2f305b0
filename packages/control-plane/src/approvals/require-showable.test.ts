import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { ask, decide, refusalOf, stored } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';

const tooLong = 'x'.repeat(2 * 1024 * 1024);

describeOnEachDatabase('a call that is too long to be shown', (database) => {
  const scene = useScene(database);

  it('cannot be approved, and stays open [A8]', async () => {
    const call = await ask(scene, 'write_file', { content: tooLong });
    for (const scope of ['call', 'class', 'session'] as const)
      expect(await refusalOf(decide(scene, call, 'approve', { scope }))).toBe('cannot_show');
    expect(await stored(scene, call)).toEqual(call);
  });

  it('can be rejected [A8]', async () => {
    const call = await ask(scene, 'write_file', { content: tooLong });
    expect((await decide(scene, call, 'reject')).call.state.status).toBe('rejected');
  });

  it('can be made shorter by an edit, and no other call longer [A8, A1]', async () => {
    const short = { path: 'src/a.txt', content: 'short' };
    const long = await ask(scene, 'write_file', { content: tooLong });
    expect((await decide(scene, long, 'edit', { modifiedArguments: short })).call.state.status).toBe('approved');
    const call = await ask(scene, 'write_file', short);
    const edit = decide(scene, call, 'edit', { modifiedArguments: { ...short, content: tooLong } });
    expect(await refusalOf(edit)).toBe('cannot_show');
  });
});
