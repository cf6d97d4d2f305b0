import { fakeClock } from '@countersign/testing';
import { expect, it } from 'vitest';
import { healthLimits } from './limits.ts';
import { type HealthPorts, readHealth } from './read-health.ts';

const rules = { file: '/data/policy.yaml', problems: () => [], hasRules: () => true };

function ports(clock: HealthPorts['clock'], changes: Partial<HealthPorts> = {}): HealthPorts {
  return {
    clock,
    store: { listBacklog: async () => [], listActiveRuns: async () => [], listRunnable: async () => [] },
    database: { ping: async () => undefined, elapsedMs: () => 0 },
    log: { headSeq: async () => 7, toldSeq: () => 7 },
    disk: { folders: ['/data'], freeBytes: async () => 2 ** 40 },
    policy: rules,
    access: rules,
    runners: { isServerRunningTools: true },
    models: () => [],
    sources: { listSources: async () => [], breakers: () => [] },
    ...changes,
  };
}

it('tells which part could not be looked at, and all the others', async () => {
  const clock = fakeClock();
  const { store } = ports(clock);
  const broken = { ...store, listBacklog: () => Promise.reject(new Error('no such table')) };
  const waiting = { folders: ['/far'], freeBytes: () => new Promise<number>(() => undefined) };
  const looking = readHealth(ports(clock, { store: broken, disk: waiting }));
  // The others have answered by then.
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(healthLimits.checkMsMax);
  const checks = await looking;
  const troubles = checks.filter(({ status }) => status === 'trouble').map(({ check, text }) => [check, text]);
  expect(Object.fromEntries(troubles)).toEqual({
    disk: 'It could not be looked at within 5 seconds.',
    approvals: 'It could not be looked at: no such table',
    runners: 'It could not be looked at: no such table',
  });
  expect(checks).toHaveLength(10);
});
