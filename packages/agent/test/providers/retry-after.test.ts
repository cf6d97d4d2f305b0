import { expect, it } from 'vitest';
import { retryAfterMsOf } from '../../src/providers/retry-after.ts';

const now = Date.parse('2026-11-16T08:00:00Z');

it.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'Mon, 16 Nov 2026 08:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon, 16 Nov 2026 07:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '99999999' }, 24 * 3_600_000],
] as const)('%j is a wait of %s ms [W4]', (headers, ms) => {
  expect(retryAfterMsOf(headers, now)).toEqual(ms);
});
