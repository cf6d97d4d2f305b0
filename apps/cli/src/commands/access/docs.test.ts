import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/fake-terminal.ts';

const textOf = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const samples = [...textOf('docs/access.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml!);

describe('an access file that is shown', () => {
  it.each([...samples, textOf('examples/pizzeria/access.yaml')])('can be used: %#', async (yaml) => {
    const { code, out } = await run(['access', 'check', 'a.yaml'], { files: { '/work/a.yaml': yaml } });
    expect([code, out]).toEqual([0, expect.stringMatching(/^ok: a\.yaml has [1-9]\d* groups and [1-9]\d* policies/)]);
  });
});
