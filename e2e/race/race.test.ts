import { describe, expect, it } from 'vitest';
import { race } from './race.ts';

/** For a machine that is busy with other things: the number of accesses ends it, not the time. */
const timeoutMs = 600_000;

describe('an attacker who swaps folders, links and files under the tools', () => {
  it('sees nothing of what is outside, and changes nothing there [G1]', { timeout: timeoutMs }, async () => {
    const summary = await race({ accesses: 1500 });
    expect(summary).toMatchObject({ accesses: 1500, leaks: [], writesOutside: [] });
    expect(summary.turns).toBeGreaterThan(0);
    expect(summary.answered).toBeGreaterThan(0);
  });
});
