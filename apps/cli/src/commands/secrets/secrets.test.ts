import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../../test/fake-api.ts';
import { run, scriptedPrompts } from '../../../test/fake-terminal.ts';

const stored = { name: 'key', created_at: '2026-11-15T11:00:00.000Z', updated_at: '2026-11-15T11:00:00.000Z' };

async function set(flags: readonly string[], given: Parameters<typeof run>[1] = {}) {
  const { env, asked } = await fakeApi({ 'PUT /api/secrets/key': () => stored });
  const ended = await run(['secrets', 'set', 'key', ...flags], { ...given, env: { ...env, ...given.env } });
  return { ...ended, sent: asked[0]?.body };
}
const typed = (text: string) => ({
  stdin: async function* () {
    yield Buffer.from(text);
  },
});

describe('secrets set', () => {
  it.each([
    [[], typed('s3cret\n'), 's3cret'],
    [[], typed(' two\r\nlines \r\n'), ' two\r\nlines '],
    [['--from-env', 'KEY'], { env: { KEY: 's3cret' } }, 's3cret'],
    [['--from-file', 'key.txt'], { files: { '/work/key.txt': 's3cret\n' } }, 's3cret'],
    [[], { isInteractive: true, prompts: scriptedPrompts(() => 's3cret') }, 's3cret'],
  ])('takes the value from %j %j, and shows nothing of it [U3]', async (flags, given, value) => {
    const { code, out, err, sent } = await set(flags, given);
    expect([code, sent]).toEqual([0, { value }]);
    expect(out).toBe('Secret key is stored. Sources that name it use it from now on.\n');
    expect(out + err).not.toContain('s3cret');
  });

  it.each([
    [['s3cret'], {}, 'never an argument'],
    [[], typed('\n'), 'is empty'],
    [['--from-env', 'KEY'], {}, 'KEY is not set'],
    [['--from-env', 'A', '--from-file', 'B'], {}, 'not both'],
    [[], typed('x'.repeat(100_000)), 'characters'],
  ])('refuses %j, and stores nothing [U3]', async (flags, given, said) => {
    const { code, err, sent } = await set(flags, given);
    expect([code, sent]).toEqual([64, undefined]);
    expect(err).toContain(said);
    expect(err).not.toContain('s3cret');
  });

  it('stores nothing where the person calls it off [U3]', async () => {
    const { code, sent } = await set([], { isInteractive: true, prompts: scriptedPrompts(() => undefined) });
    expect([code, sent]).toEqual([1, undefined]);
  });
});

it('lists names, and removes by name [U3]', async () => {
  const { env } = await fakeApi({
    'GET /api/secrets': () => ({ secrets: [stored] }),
    'DELETE /api/secrets/key': () => stored,
  });
  expect((await run(['secrets', 'list'], { env })).out).toBe('SET      NAME\n1 h ago  key\n');
  expect((await run(['secrets', 'remove', 'key'], { env })).code).toBe(64);
  expect((await run(['secrets', 'remove', 'key', '--yes'], { env })).out).toBe('Removed: key.\n');
});
