import type { CountersignError } from '@countersign/contract';
import type { StoredEvent } from '@countersign/control-plane';
import { databases, describeOnEachDatabase } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { refused } from './harness/refused.ts';
import { openService, type Service, toolsFile } from './harness/service.ts';
import { ownStage, type Stage } from './harness/stage.ts';

const patience = { timeout: 30_000, interval: 20 };

const addService = ({ owner }: Stage, { address }: Service) =>
  owner.sources.create({
    name: 'flaky',
    kind: 'http',
    // POST is not tried again by itself, so that every call is one request.
    document: toolsFile(address, [{ name: 'do', method: 'POST', url: '/do', risk: 'LOW' }]),
    destinations: { allow_private: true },
    breaker: { failure_threshold: 3, recovery_timeout_seconds: 30, half_open_max_calls: 2 },
  });
const call = ({ agent }: Stage) => agent.tools.execute('flaky__do');
const breakerOf = async ({ owner }: Stage) => (await owner.sources.get('flaky')).source.breaker;
const changesOf = async ({ server }: Stage): Promise<StoredEvent[]> =>
  (await server.plane.store.listEvents({ after: 0, limit: 1_000 })).filter(({ type }) => type === 'circuit.changed');

describeOnEachDatabase('the breaker of a source', (database) => {
  it('opens after so many failures, tries after a while, and closes when all is well [U6, U8]', async () => {
    const stage = await ownStage(database);
    let isWell = false;
    const service = await openService(() => ({ status: isWell ? 200 : 500 }));
    await addService(stage, service);
    for (let failure = 0; failure < 3; failure += 1) {
      expect(await call(stage)).toMatchObject({ status: 'failed', upstream_status: 500 });
    }
    expect(await breakerOf(stage)).toMatchObject({ state: 'open', failures: 3 });
    expect(await refused(call(stage))).toMatchObject({
      status: 503,
      details: { error_code: 'circuit_open', is_retryable: true, details: { source: 'flaky' } },
    });
    expect(service.seen).toHaveLength(3);

    stage.clock.advance(30_000);
    await call(stage);
    expect(await breakerOf(stage)).toMatchObject({ state: 'open' });
    isWell = true;
    stage.clock.advance(30_000);
    expect(await call(stage)).toMatchObject({ status: 'completed' });
    expect(await breakerOf(stage)).toMatchObject({ state: 'half_open' });
    await call(stage);
    expect(await breakerOf(stage)).toMatchObject({ state: 'closed', failures: 0 });

    await expect.poll(async () => (await changesOf(stage)).length, patience).toBe(5);
    const changes = await changesOf(stage);
    expect(changes.map(({ data }) => (data.data as { to: string }).to)).toEqual([
      'open',
      'half_open',
      'open',
      'half_open',
      'closed',
    ]);
    expect(changes[0]!.data).toEqual({
      specversion: '1.0',
      id: expect.any(String),
      source: expect.any(String),
      type: 'io.countersign.circuit.opened',
      subject: 'flaky',
      time: expect.any(String),
      datacontenttype: 'application/json',
      data: { from: 'closed', to: 'open', reason: 'The service answered 500.', failures: 3 },
    });
  });

  it('counts lost connections, and no refusals of the service [U6]', async () => {
    const stage = await ownStage(database);
    const service = await openService((_, count) => (count <= 5 ? { status: 422 } : null));
    await addService(stage, service);
    for (let refusal = 0; refusal < 5; refusal += 1) await call(stage);
    expect(await breakerOf(stage)).toMatchObject({ state: 'closed', failures: 0 });
    for (let loss = 0; loss < 3; loss += 1) {
      expect(await refused(call(stage))).toMatchObject({
        status: 502,
        details: {
          error_code: 'upstream_connection_error',
          // It may have been carried out: nobody knows.
          is_retryable: false,
          details: { may_have_run: true },
        },
      });
    }
    expect(await breakerOf(stage)).toMatchObject({ state: 'open' });
  });
});

const postgres = databases.find(({ name }) => name === 'postgres')!;

describe.skipIf(postgres.isMissing)('two servers that call one service', () => {
  it('learn of its breaker from each other, and both know a source that one of them was told of [U6, S2]', async () => {
    const one = await ownStage(postgres);
    const two = await ownStage(postgres, { beside: one });
    let isWell = false;
    const service = await openService(() => ({ status: isWell ? 200 : 500 }));
    await addService(one, service);
    await expect.poll(() => two.server.plane.tools.find('flaky__do') !== null, patience).toBe(true);
    // Which of the two runs a call is not for the caller to say.
    const isOpen = (stage: Stage) =>
      call(stage).then(
        () => false,
        (error: CountersignError) => error.details.error_code === 'circuit_open',
      );
    await expect.poll(() => isOpen(one), patience).toBe(true);
    for (const stage of [one, two]) {
      await expect.poll(async () => (await breakerOf(stage)).state, patience).toBe('open');
    }
    const asked = service.seen.length;
    expect(await isOpen(one)).toBe(true);
    expect(await isOpen(two)).toBe(true);
    expect(service.seen).toHaveLength(asked);
    isWell = true;
    one.clock.advance(30_000);
    const states = async () => {
      await Promise.all([isOpen(one), isOpen(two)]);
      return [(await breakerOf(one)).state, (await breakerOf(two)).state];
    };
    await expect.poll(states, patience).toEqual(['closed', 'closed']);
    await one.owner.sources.remove('flaky');
    await expect.poll(() => two.server.plane.tools.find('flaky__do'), patience).toBeNull();
  });
});
