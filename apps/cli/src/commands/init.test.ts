import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../test/fake-terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (dataDir: string, ...more: string[]) => run(['init', ...more], { env: { COUNTERSIGN_DATA_DIR: dataDir } });

describe('init', () => {
  it('writes the default policy for its owner alone, and says what to do next [G6]', async () => {
    const dataDir = join(folder, 'new');
    const { code, out } = await init(dataDir);
    const path = join(dataDir, 'policy.yaml');
    expect(code).toBe(0);
    expect(out).toContain(`countersign policy lint ${path}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).toBe((await run(['policy', 'default'])).out);
    expect(readdirSync(dataDir).sort()).toEqual(['policy.schema.json', 'policy.yaml']);
  });

  it('keeps a policy that is there, unless it is told otherwise', async () => {
    const path = join(folder, 'policy.yaml');
    writeFileSync(path, 'version: 1\nrules:\n', { mode: 0o644 });
    const { code, err } = await init(folder);
    expect(code).toBe(64);
    expect(err).toContain(`${path} is there already`);
    expect(readFileSync(path, 'utf8')).toBe('version: 1\nrules:\n');
    expect((await init(folder, '--force', '--json')).out).toContain(JSON.stringify(path));
    expect(readFileSync(path, 'utf8')).toContain('yaml-language-server');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('quotes a path for a shell, and says why it cannot write', async () => {
    expect((await init(join(folder, 'my data'))).out).toContain(`policy lint '${folder}/my data/policy.yaml'`);
    writeFileSync(join(folder, 'file'), '');
    expect((await init(join(folder, 'file', 'below'))).code).toBe(1);
  });
});
