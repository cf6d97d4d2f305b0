import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { measure } from './measure.ts';

test('preparing comes before each run and is in no result', async () => {
  const done: string[] = [];
  const operation = {
    prepare: async (index: number) => {
      await sleep(20);
      done.push(`prepare ${index}`);
    },
    run: (index: number) => done.push(`run ${index}`),
  };
  const { n, p50Us, perSecond } = await measure(operation, { concurrency: 1, ms: 50 });
  expect(done.slice(0, 4)).toEqual(['prepare 0', 'run 0', 'prepare 1', 'run 1']);
  expect(done).toHaveLength(2 * n);
  expect(p50Us).toBeLessThan(20_000);
  expect(perSecond).toBeGreaterThan(1000 / 20);
});

test('a failed operation fails the run', async () => {
  const failing = () => Promise.reject(new Error('wrong outcome'));
  await expect(measure(failing, { concurrency: 2, ms: 10 })).rejects.toThrow('wrong outcome');
});
