import type { ModelsView } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { BacklogRecord, SourceRecord } from '../ports/records.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkLog } from './check-log.ts';
import { checkModels } from './check-models.ts';
import { checkRulesFile } from './check-rules-file.ts';
import { checkRunners } from './check-runners.ts';
import { checkSources } from './check-sources.ts';
import { healthLimits } from './limits.ts';

const now = 1_800_000_000_000;
const minute = 60_000;

function project(changes: Partial<BacklogRecord> = {}): BacklogRecord {
  const nothing = { pending: 0, oldestPendingAt: null, unclaimed: 0, oldestUnclaimedAt: null, runners: 0 };
  return { projectName: 'web-shop', ...nothing, ...changes };
}

describe('the database', () => {
  const answeringAfter = (ms: number) => {
    const times = [0, ms];
    return { ping: async () => undefined, elapsedMs: () => times.shift()! };
  };

  it.each([
    [0.2, 'ok', 'less than a millisecond'],
    [12, 'ok', '12 ms'],
    [healthLimits.databaseSlowMs, 'notice', 'slow'],
    [3_000, 'trouble', '3 seconds'],
  ])('that answers after %d ms is %s', async (ms, status, said) => {
    const found = await checkDatabase(answeringAfter(ms));
    expect(found).toMatchObject({ status, text: expect.stringContaining(said) });
  });

  it('that does not answer is trouble', async () => {
    const found = await checkDatabase({ ping: () => Promise.reject(new Error('gone')), elapsedMs: () => 0 });
    expect(found).toMatchObject({ status: 'trouble', text: expect.stringContaining('look whether it runs') });
  });
});

describe('the log', () => {
  it('says how long it is, and when those who follow hear late of it', async () => {
    const log = (head: number, told: number) => checkLog({ headSeq: async () => head, toldSeq: () => told });
    expect(await log(12, 12)).toMatchObject({ status: 'ok', text: expect.stringContaining('12 entries') });
    expect(await log(1, 1)).toMatchObject({ text: expect.stringContaining('1 entry.') });
    const behind = await log(5_000, 100);
    expect(behind).toMatchObject({ status: 'notice', text: expect.stringContaining('4900 of 5000') });
  });
});

describe('the disk', () => {
  it.each([
    [50 * 2 ** 30, 'ok', '50.0 GiB are free at /data'],
    [900 * 2 ** 20, 'notice', 'Only 900 MiB'],
    [5 * 2 ** 20, 'trouble', 'Make room now'],
  ])('with %d bytes left is %s', async (free, status, said) => {
    const found = await checkDisk({ folders: ['/data'], freeBytes: async () => free });
    expect(found).toMatchObject({ status, text: expect.stringContaining(said) });
  });

  it('counts as full as the fuller of its folders', async () => {
    const free: Record<string, number> = { '/data': 2 ** 40, '/database': 10 };
    const found = await checkDisk({ folders: Object.keys(free), freeBytes: async (folder) => free[folder]! });
    expect(found).toMatchObject({ status: 'trouble', text: expect.stringContaining('/database') });
  });
});

describe('a file of rules', () => {
  const file = (problems: readonly string[], hasRules: boolean) => ({
    file: '/data/policy.yaml',
    problems: () => problems,
    hasRules: () => hasRules,
  });

  it('is in force, is not there, or is broken with its first problem', () => {
    expect(checkRulesFile('policy', file([], true))).toEqual({
      status: 'ok',
      text: '/data/policy.yaml is in force.',
    });
    expect(checkRulesFile('access', file([], false)).text).toContain('every agent may use every tool');
    const broken = checkRulesFile('policy', file(['policy.yaml:3:1: what is this', 'another'], true));
    expect(broken.status).toBe('trouble');
    expect(broken.text).toContain('policy.yaml:3:1: what is this (and 1 more). The one before it stays in force.');
    expect(checkRulesFile('policy', file(['odd'], false)).text).toContain('It is not in force');
  });
});

describe('what waits for people', () => {
  it('is told with its age, and noticed when it is old', () => {
    expect(checkApprovals([project()], now).status).toBe('ok');
    const fresh = project({ pending: 1, oldestPendingAt: now - 5 * minute });
    expect(checkApprovals([fresh], now)).toEqual({
      status: 'ok',
      text: '1 request waits for a person, the oldest for 5 minutes.',
    });
    const old = project({ projectName: 'api', pending: 2, oldestPendingAt: now - 180 * minute });
    const found = checkApprovals([fresh, old], now);
    expect(found.status).toBe('notice');
    expect(found.text).toContain('3 requests wait for a person, the oldest for 3 hours, in web-shop, api.');
  });

  it('names a few projects and counts the others', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((projectName) =>
      project({ projectName, pending: 1, oldestPendingAt: now - 3 * 24 * 60 * minute }),
    );
    expect(checkApprovals(many, now).text).toContain('for 3 days, in a, b, c and 2 more.');
  });
});

describe('runners', () => {
  const onRunners = { isServerRunningTools: false };

  it('that are not there while calls wait are trouble', () => {
    const waiting = project({ unclaimed: 1, oldestUnclaimedAt: now });
    const found = checkRunners([waiting, project({ projectName: 'api', runners: 2 })], now, onRunners);
    expect(found.status).toBe('trouble');
    expect(found.text).toContain('1 approved call waits and no runner is connected in web-shop.');
  });

  it('that are there and take nothing are noticed', () => {
    const stuck = project({ unclaimed: 1, oldestUnclaimedAt: now - minute, runners: 1 });
    expect(checkRunners([stuck], now, onRunners)).toMatchObject({ status: 'notice' });
    const justNow = { ...stuck, oldestUnclaimedAt: now - 100 };
    expect(checkRunners([justNow], now, onRunners)).toEqual({ status: 'ok', text: '1 runner is connected.' });
  });

  it('are needed unless the server runs the tools itself', () => {
    expect(checkRunners([project()], now, onRunners)).toMatchObject({ status: 'notice' });
    expect(checkRunners([project()], now, { isServerRunningTools: true })).toMatchObject({ status: 'ok' });
  });
});

describe('models', () => {
  const model = (name: string, changes: Partial<ModelsView['models'][number]> = {}) =>
    ({ name, provider: 'openai', protocol: 'native', is_default: false, problem: null, ...changes }) as const;

  it('that cannot be used are trouble where runs use them', () => {
    const demo = model('demo', { is_default: true });
    expect(checkModels([demo])).toMatchObject({ status: 'notice', text: expect.stringContaining('Only the demo') });
    const real = model('openai:large', { is_default: true });
    expect(checkModels([real, model('demo')]).text).toContain('runs use openai:large');
    const keyless = { ...real, problem: 'It needs a key.' };
    expect(checkModels([keyless, model('demo')])).toMatchObject({ status: 'trouble' });
    expect(checkModels([demo, { ...keyless, is_default: false }])).toMatchObject({
      status: 'notice',
      text: expect.stringContaining('openai:large cannot be used: It needs a key.'),
    });
  });
});

describe('services', () => {
  const source = (name: string, refreshError: string | null = null) =>
    ({ settings: { name }, refreshError }) as SourceRecord;
  const looked = (sources: readonly SourceRecord[], states: Record<string, 'open' | 'half_open' | 'closed'> = {}) =>
    checkSources({
      listSources: async () => sources,
      breakers: () => Object.entries(states).map(([name, state]) => ({ source: name, state })),
    });

  it('that are not called are trouble, those that are tried again or could not be read are noticed [U6]', async () => {
    expect(await looked([])).toMatchObject({ status: 'ok' });
    const two = [source('pizzeria'), source('bank', 'It does not answer.')];
    expect(await looked(two, { pizzeria: 'open' })).toMatchObject({
      status: 'trouble',
      text: expect.stringContaining('pizzeria failed too often and is not called for now.'),
    });
    expect(await looked(two, { pizzeria: 'half_open' })).toMatchObject({ status: 'notice' });
    expect(await looked(two, { pizzeria: 'closed' })).toMatchObject({
      status: 'notice',
      text: expect.stringContaining('bank could not be read again: It does not answer.'),
    });
    expect(await looked([source('pizzeria')])).toMatchObject({ text: '1 service registered, none in trouble.' });
  });
});
