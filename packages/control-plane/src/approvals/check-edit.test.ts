import type { JsonObject } from '@countersign/contract';
import { describeOnEachDatabase } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import { expect, it } from 'vitest';
import { approvalIdOf, ask, decide, refusalOf, stored } from '../../test/acts.ts';
import { useScene } from '../../test/plane.ts';
import { checkEdit } from '../index.ts';

describeOnEachDatabase('looking at an edit before it is made', (database) => {
  const scene = useScene(database);
  const check = (call: ToolCall, modified: JsonObject) =>
    checkEdit(scene.plane, { projectId: scene.projectId, approvalId: approvalIdOf(call) }, modified);

  it('says how it is judged and shown, and changes nothing [A1]', async () => {
    const call = await ask(scene, 'write_file', { path: 'src/a.txt', content: 'old' });
    const checked = await check(call, { path: 'src/a.txt', content: 'new' });
    expect(checked).toMatchObject({ changed: ['content'], risk_level: 'MEDIUM' });
    expect(JSON.stringify(checked.display)).toContain('new');
    expect(await stored(scene, call)).toEqual(call);
  });

  it.each([
    ['a key that the tool does not know', { path: 'a', pth: 'b' }],
    ['an argument of another type', { path: 1 }],
    ['something that policy denies', { path: 'denied/a' }],
  ])('refuses %s as the edit itself would be [A1, G7]', async (_, modified) => {
    const call = await ask(scene, 'write_file', { path: 'src/a.txt' });
    expect(await refusalOf(check(call, modified))).toBe('arguments_refused');
  });

  it('shows no secret, and looks at nothing that is decided [A1, G8, L4]', async () => {
    const call = await ask(scene, 'write_file', { password: 'hunter2' });
    const checked = await check(call, { path: 'src/a.txt', password: 'hunter3' });
    expect(JSON.stringify(checked)).not.toContain('hunter');
    await decide(scene, call, 'reject');
    expect(await refusalOf(check(call, { path: 'src/a.txt' }))).toBe('already_decided');
  });
});
