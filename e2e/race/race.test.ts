import { describe, expect, it } from 'vitest';
import { race } from './race.ts';

describe('an attacker who swaps folders, links and files under the tools', () => {
  it('sees nothing of what is outside, and changes nothing there [G1]', async () => {
    const summary = await race({ accesses: 3000 });
    expect(summary).toMatchObject({ accesses: 3000, leaks: [], writesOutside: [] });
    expect(summary.turns).toBeGreaterThan(0);
    expect(summary.answered).toBeGreaterThan(0);
  });
});
