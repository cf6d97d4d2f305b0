import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/fake-terminal.ts';

const page = readFileSync(new URL('../../../../../docs/policy.md', import.meta.url), 'utf8');
const samples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml!);

describe('the page about policies', () => {
  it.each(samples)('shows a policy that can be used, with examples that are right: %#', async (yaml) => {
    const { code, out } = await run(['policy', 'test', 'p.yaml'], { files: { '/work/p.yaml': yaml } });
    expect(out).toMatch(/[1-9]\d* examples, 0 wrong/);
    expect(code).toBe(0);
  });
});
