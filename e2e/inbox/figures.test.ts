import { expect, it } from 'vitest';
import { askFor, readReadme, writeNote } from '../harness/calls.ts';
import { type BrowserStage, describeInBrowser, isLive } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Somebody reads a request for a while, and approves it. */
async function approveAfter(stage: BrowserStage, readMs: number): Promise<void> {
  const { approval } = await askFor(stage);
  stage.clock.advance(readMs);
  await stage.owner.approvals.approve(approval);
}

describeInBrowser('habits in the browser', (stage) => {
  it('shows how much people were asked and how they answered, and leads to a rule that ends it', async () => {
    const { page } = await stage.visit({ path: '/figures' });
    await page.getByRole('heading', { name: 'Nothing was asked for in 7 days' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    for (let count = 0; count < 11; count += 1) await approveAfter(stage, 20_000);
    await approveAfter(stage, 100);
    const { approval } = await askFor(stage, writeNote);
    await stage.owner.approvals.reject(approval, 'Not now.');
    await stage.agent.executeTool(stage.projectId, readReadme as never);

    // It is kept up to date while it is looked at.
    const tile = (name: string) => page.getByRole('region', { name });
    await expect.poll(() => tile('Approved').textContent()).toContain('12 approved, 1 rejected');
    expect(await tile('Approved').textContent()).toContain('92%');
    expect(await tile('Requests an hour').textContent()).toContain('13');
    expect(await tile('Time to decide').textContent()).toContain('20 s');
    await expect.poll(() => tile('Nobody was asked').textContent()).toContain('1 allowed by a rule');
    expect(await tile('Faster than one can read').textContent()).toContain('of 12 that were approved');
    await tile('Faster than one can read').getByText('How this is counted').click();
    await page.getByText(/a quick reader, who takes in \d+ characters a second/).waitFor();

    await page.getByRole('img', { name: /^Bars: 13 requests/ }).waitFor();
    await page.getByText('As a table').click();
    expect(await page.getByRole('table', { name: 'Requests over time' }).textContent()).toMatch(/13\D+12\D+1/);
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await isLive(page);
    await tile('Approved').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const rule = page.getByRole('row').filter({ hasText: 'is approved nearly every time' });
    await rule.getByRole('link', { name: 'Make a rule' }).click();
    await page.getByRole('heading', { name: 'Make a rule from this call' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Allow without a question' }).isChecked()).toBe(true);
    await page
      .getByRole('radio', { name: /outcome: allow/ })
      .first()
      .waitFor();

    stage.clock.advance(2 * dayMs);
    const { page: later } = await stage.visit({ path: '/figures?days=1', isPhone: true });
    await later.getByRole('heading', { name: 'Nothing was asked for in 24 hours' }).waitFor();
    await later.getByRole('link', { name: '30 days' }).click();
    await later.getByText('12 approved, 1 rejected').waitFor();
  });
});
