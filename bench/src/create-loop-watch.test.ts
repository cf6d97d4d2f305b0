import { expect, it } from 'vitest';
import { createLoopWatch } from './create-loop-watch.ts';

it('sees a block that begins before the first tick and ends with the watch', () => {
  const watch = createLoopWatch();
  watch.start();
  const blockedUntil = performance.now() + 20;
  while (performance.now() < blockedUntil);
  expect(watch.stop()).toBeGreaterThanOrEqual(20);
});
