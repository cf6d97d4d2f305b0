import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@countersign/config';
import { type HealthView, healthChecks } from '@countersign/contract';
import { anAnnouncement, describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import { approvedCall, askFor } from './harness/calls.ts';
import { watchEvents } from './harness/recorder.ts';
import { refused } from './harness/refused.ts';
import { ownStage, type Stage } from './harness/stage.ts';

type Check = (typeof healthChecks)[number];

async function found(stage: Stage, check: Check): Promise<HealthView['checks'][number]> {
  return (await stage.owner.admin.health()).checks.find((each) => each.check === check)!;
}

describeOnEachDatabase('health', (database) => {
  it('looks at every part, and tells an administrator what to do', async () => {
    const stage = await ownStage(database, { config: { role: 'server' } });
    const stream = await watchEvents(stage.owner, stage.projectId);
    const health = await stage.owner.admin.health();
    expect(health).toMatchObject({ database: database.name, streams: 1, node_version: process.version });
    expect(health.memory_bytes).toBeGreaterThan(1_000_000);
    expect(health.checks.map(({ check }) => check)).toEqual(healthChecks);
    const statusOf = Object.fromEntries(health.checks.map(({ check, status }) => [check, status]));
    expect(statusOf).toMatchObject({
      log: 'ok',
      policy: 'ok',
      access: 'ok',
      approvals: 'ok',
      runners: 'notice',
      runs: 'ok',
      models: 'notice',
      sources: 'ok',
    });
    stream.stop();

    await askFor(stage);
    stage.clock.advance(60_000);
    expect((await found(stage, 'approvals')).text).toContain(
      '1 request waits for a person, the oldest for 60 seconds.',
    );
    await approvedCall(stage);
    expect(await found(stage, 'runners')).toMatchObject({
      status: 'trouble',
      text: expect.stringContaining('no runner is connected'),
    });
    await stage.runner.runner.announce(stage.projectId, anAnnouncement);
    expect(await found(stage, 'runners')).toEqual({ check: 'runners', status: 'ok', text: '1 runner is connected.' });

    await stage.owner.chat.postMessage(stage.projectId, { text: 'Count the files.' });
    expect(await found(stage, 'runs')).toMatchObject({ status: 'ok', text: '1 run under way.' });
    // Nobody works on runs here: one that could go on for a while is told.
    stage.clock.advance(61_000);
    expect(await found(stage, 'runs')).toMatchObject({
      status: 'trouble',
      text: expect.stringContaining('1 run could go on and is worked on by nobody.'),
    });
    expect(await refused(stage.member.admin.health())).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('tells of a policy file that is broken, and when it is mended [G6]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-health-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const policyFile = join(folder, 'policy.yaml');
    writeFileSync(policyFile, 'version: 1\nrules: []\n');
    const stage = await ownStage(database, { config: { policyFile } });
    expect(await found(stage, 'policy')).toEqual({ check: 'policy', status: 'ok', text: `${policyFile} is in force.` });
    writeFileSync(policyFile, 'version: 1\nrules: [\n');
    await expect.poll(() => found(stage, 'policy'), { timeout: 20_000 }).toMatchObject({ status: 'trouble' });
    const { text } = await found(stage, 'policy');
    expect(text).toContain(`The file is broken: ${policyFile}:`);
    expect(text).toContain('The one before it stays in force.');
    rmSync(policyFile);
    await expect
      .poll(async () => (await found(stage, 'policy')).text, { timeout: 20_000 })
      .toContain('it cannot be read any more (ENOENT)');
    writeFileSync(policyFile, 'version: 1\nrules: []\n');
    await expect.poll(() => found(stage, 'policy'), { timeout: 20_000 }).toMatchObject({ status: 'ok' });
    // The log says so too, which is as it should be.
    stage.violations.splice(0);
  });

  it('shows settings with where they come from, and never a secret [G8]', async () => {
    const settings = loadConfig({
      flags: {},
      env: {
        COUNTERSIGN_PORT: '7000',
        COUNTERSIGN_DATABASE: 'postgres://olga:open-sesame@db.example/countersign',
        COUNTERSIGN_OPENAI_API_KEY: 'sk-very-secret',
      },
      cwd: '/workspace',
      homedir: '/home/olga',
      platform: 'linux',
      readFile(path) {
        if (path.endsWith('/countersign.config.yaml')) return 'log_level: warn\n';
        throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      },
    });
    const stage = await ownStage(database, { parts: { settings } });
    const shown = await stage.owner.admin.settings();
    const byName = Object.fromEntries(shown.settings.map((each) => [each.name, each]));
    expect(byName.port).toMatchObject({
      value: '7000',
      source: 'environment COUNTERSIGN_PORT',
      flag: '--port',
      environment: 'COUNTERSIGN_PORT',
    });
    expect(byName.host).toMatchObject({ value: '127.0.0.1', source: 'default' });
    expect(byName.log_level).toMatchObject({ value: 'warn', source: `${shown.file}:1` });
    expect(byName.openai_api_key).toMatchObject({ value: '***', flag: null });
    expect(byName.database!.value).toContain('olga:***@db.example');
    expect(JSON.stringify(shown)).not.toMatch(/open-sesame|sk-very-secret/);
    expect(await refused(stage.member.admin.settings())).toMatchObject({ status: 403 });
  });
});
