import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeApi } from '../../test/fake-api.ts';
import { fakeTerminal } from '../../test/fake-terminal.ts';
import { commandContext } from '../command-context.ts';
import { checkAccess } from './check-access.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkPolicy } from './check-policy.ts';
import { checkPrograms } from './check-programs.ts';
import { checkRunners } from './check-runners.ts';
import { checkServer } from './check-server.ts';
import { checkSources } from './check-sources.ts';
import type { Finding } from './finding.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const statesOf = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, state }) => [check, state]));
const context = (env: Record<string, string>, given = {}) =>
  commandContext(fakeTerminal({ env: { COUNTERSIGN_DATA_DIR: '/nowhere', ...env }, ...given }), {}, false);

describe('the doctor', () => {
  it('finds a Node that is too old, and programs that are there', () => {
    expect(statesOf(checkPrograms({ env: { PATH: '/usr/bin' } }, '24.0.0'))).toEqual({
      node: 'ok',
      ripgrep: 'ok',
      fd: 'ok',
    });
    expect(checkPrograms({ env: {} }, '22.9.0')[0]).toMatchObject({
      state: 'fail',
      next: expect.stringContaining('24'),
    });
  });

  it('finds keys that others can read, with the line that mends it', () => {
    const dataDir = scratch();
    chmodSync(dataDir, 0o700);
    writeFileSync(join(dataDir, 'token'), 'x', { mode: 0o600 });
    expect(checkDataFolder(dataDir).map(({ state }) => state)).toEqual(['ok', 'ok']);
    const state = join(dataDir, 'runners', 'one');
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'pairing.json'), '{}');
    for (const [name, mode] of [
      ['token', 0o644],
      ['runners/one/pairing.json', 0o640],
    ] as const) {
      const path = join(dataDir, name);
      chmodSync(path, mode);
      expect(checkDataFolder(dataDir)).toContainEqual(
        expect.objectContaining({ state: 'fail', next: expect.stringContaining(`chmod 600 ${path}`) }),
      );
    }
    expect(checkDataFolder('/nowhere')).toMatchObject([{ state: 'warn' }]);
  });

  it('finds a database that cannot be used, and one that is not there yet', async () => {
    const path = join(scratch(), 'broken.db');
    expect(await checkDatabase({ database: path })).toMatchObject({ state: 'warn' });
    writeFileSync(path, 'no database');
    expect(await checkDatabase({ database: path })).toMatchObject({ state: 'fail', next: expect.any(String) });
  });

  it('finds a policy file that is broken', () => {
    const terminal = (text: string) => ({ readFile: () => text });
    expect(checkPolicy(null, terminal(''))).toMatchObject({ state: 'ok' });
    expect(checkPolicy('/p.yaml', terminal('version: 1\nrules: []\n'))).toMatchObject({ state: 'ok' });
    expect(checkPolicy('/p.yaml', terminal('rules: 7'))).toMatchObject({
      state: 'fail',
      next: 'Run: countersign policy lint /p.yaml',
    });
  });

  it('finds an access file that is broken, or that nobody can read [U10]', () => {
    const terminal = fakeTerminal({
      files: { '/good.yaml': 'version: 1\ngroups:\npolicies:\n', '/bad.yaml': 'version: 1\ngroups: 7\npolicies:\n' },
    });
    expect(checkAccess(null, terminal)).toMatchObject({ state: 'ok', said: 'no file; everyone may use every tool' });
    expect(checkAccess('/good.yaml', terminal)).toMatchObject({
      state: 'ok',
      said: '/good.yaml, 0 groups, 0 policies',
    });
    expect(checkAccess('/bad.yaml', terminal)).toMatchObject({
      state: 'fail',
      said: expect.stringContaining('/bad.yaml:2:9: `groups`: expected a list'),
      next: 'Run: countersign access check /bad.yaml',
    });
    expect(checkAccess('/none.yaml', terminal)).toMatchObject({ state: 'fail' });
  });

  it('says nothing of sources where it may not ask, and when all is well how many there are', async () => {
    const refusing = await fakeApi({});
    expect(await checkSources(context(refusing.env))).toEqual([]);
    const well = { name: 'a', breaker: { state: 'closed' }, refresh_error: null };
    const { env } = await fakeApi({ 'GET /api/sources': () => ({ sources: [well] }) });
    expect(await checkSources(context(env))).toMatchObject([{ state: 'ok', said: '1 registered' }]);
  });

  it('compares the clock with that of the server [L7]', async () => {
    const ahead = (ms: number) => ({ now: () => Date.now() + ms });
    const { env } = await fakeApi({ 'GET /livez': () => ({ ok: true }), 'GET /my/account': () => ({}) });
    expect(statesOf(await checkServer(context(env, ahead(0))))).toMatchObject({ server: 'ok', clock: 'ok' });
    const [, clock] = await checkServer(context(env, ahead(120_000)));
    expect(clock).toMatchObject({ state: 'fail', said: expect.stringContaining('ahead of') });
    expect((await checkServer(context(env, ahead(-120_000))))[1]).toMatchObject({
      said: expect.stringContaining('behind'),
    });
  });

  it('says whether the port is free where no server is there', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const findings = await checkServer(context({ COUNTERSIGN_PORT: String(port) }));
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'port', state: 'fail', next: expect.stringContaining('--port') }),
    );
  });

  it('says how to start a runner where there is none', async () => {
    expect(await checkRunners(context({}))).toMatchObject([
      { state: 'warn', next: expect.stringContaining('countersign runner') },
    ]);
  });
});
