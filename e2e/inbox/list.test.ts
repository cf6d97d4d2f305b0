import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { askFor, newSession, npmTest, writeNote } from '../harness/calls.ts';
import { describeInBrowser, isLive, press, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const newAsk = (name: string) =>
  ({ tool_name: 'write_file', tool_params: { path: `${name}.txt`, content: name } }) as const;

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Approvals' }).getByRole('listitem');

describeInBrowser('the list of the inbox', (stage) => {
  const rejectAll = async (): Promise<void> => {
    for (;;) {
      const { approvals } = await stage.owner.approvals.list(stage.projectId, { status: 'pending', limit: 100 });
      if (approvals.length === 0) return;
      await stage.owner.approvals.decideMany(
        stage.projectId,
        approvals.map((approval) => ({ approval, decision: 'reject' })),
      );
    }
  };

  afterEach(rejectAll);

  it('explains itself while nothing was ever asked, and starts the demo on a click', async () => {
    const { page } = await stage.visit();
    await page.getByRole('heading', { name: 'Agents ask. You countersign.' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start the demo run' }).click();
    await page.getByText('Its first question appears here in a moment.').waitFor();
    const { runs } = await stage.owner.runs.list(stage.projectId);
    expect(runs).toMatchObject([{ model: 'demo' }]);
    // It looks around first, for which it needs a runner; here somebody else asks.
    await askFor(stage, newAsk('first'));
    await page.getByRole('link', { name: /write_file first\.txt/ }).waitFor();
    await expect.poll(() => page.title()).toBe('(1) Countersign');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('data:image/svg+xml');
    await rejectAll();
    await expect.poll(() => page.title()).toBe('Countersign');
  });

  it('filters, and keeps the filter in the address', async () => {
    await Promise.all([askFor(stage), askFor(stage, newAsk('filtered'))]);
    const { page } = await stage.visit();
    await page.getByRole('link', { name: /npm test/ }).waitFor();
    await page.getByRole('searchbox').fill('filtered');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?q=filtered');
    await page.reload();
    await isLive(page);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.goto(`${stage.url}/?tool=execute_command`);
    await page.getByRole('link', { name: /npm test/ }).waitFor();
    expect(await rowsOf(page).count()).toBe(1);
  });

  it('decides many that were shown in full, and none that came later [A3]', async () => {
    const shown = [await askFor(stage, newAsk('one')), await askFor(stage, newAsk('two'))];
    const { page } = await stage.visit();
    await page.getByRole('checkbox', { name: 'Select 2' }).check();
    await page.getByRole('button', { name: 'Review and decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Decide 2 calls').waitFor();
    const late = await askFor(stage, newAsk('late'));
    await stage.owner.approvals.reject(shown[1]!.approval, 'not this one');
    await press(page, 'Approve 2');
    await dialog.getByText('1 of 2 decided as you said').waitFor();
    await dialog.getByText('Olga decided "reject"').waitFor();
    expect((await stage.owner.approvals.get(stage.projectId, late.approval.approval_id)).status).toBe('pending');
  });

  it('says when the connection is lost and comes back with what it missed', async () => {
    await askFor(stage, newAsk('before'));
    const { page, context } = await stage.visit();
    await page.getByRole('link', { name: /before\.txt/ }).waitFor();
    await context.setOffline(true);
    await page.getByText('The connection is lost.').waitFor();
    await askFor(stage, newAsk('meanwhile'));
    await context.setOffline(false);
    await page.getByRole('link', { name: /meanwhile\.txt/ }).waitFor();
    await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
  });

  it('is worked with keys alone: approve, edit, reject and batch', async () => {
    const asks = [
      askFor(stage),
      askFor(stage, writeNote),
      askFor(stage, newAsk('three')),
      askFor(stage, newAsk('four')),
      askFor(stage, newAsk('five')),
    ];
    for (const ask of asks) await ask;
    const { page } = await stage.visit();
    const { keyboard } = page;
    await page.getByRole('link', { name: /npm test/ }).waitFor();
    await keyboard.press('j');
    await page.getByRole('heading', { name: 'npm test' }).waitFor();
    const approve = page.getByRole('button', { name: /^Approve once/ });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('false');
    await keyboard.press('a');
    await keyboard.press('Enter');
    await page.getByText('by Olga').waitFor();

    await keyboard.press('j');
    await page.getByRole('heading', { name: 'write_file note.txt' }).waitFor();
    await keyboard.press('e');
    await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: 'content' }));
    await keyboard.press('End');
    await keyboard.type('!');
    await page.getByText('Judged again:').waitFor();
    const send = page.getByRole('button', { name: 'Approve edited' });
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    await tabTo(page, send);
    await keyboard.press('Enter');
    await page.getByText('Edited & approved').waitFor();

    await keyboard.press('j');
    await page.getByRole('heading', { name: 'write_file three.txt' }).waitFor();
    await keyboard.press('r');
    await keyboard.type('no');
    await keyboard.press('Control+Enter');
    await page.getByText('“no”').waitFor();

    await keyboard.press('j');
    await page.getByRole('heading', { name: 'write_file four.txt' }).waitFor();
    await keyboard.press('x');
    await keyboard.press('j');
    await page.getByRole('heading', { name: 'write_file five.txt' }).waitFor();
    await keyboard.press('x');
    await keyboard.press('b');
    const all = page.getByRole('button', { name: 'Approve 2' });
    await expect.poll(() => all.getAttribute('aria-disabled')).toBe('false');
    await tabTo(page, all);
    await keyboard.press('Enter');
    await page.getByText('2 of 2 decided as you said').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('opens one approval by its link on a phone, with nothing beside it', async () => {
    const { approval } = await askFor(stage, npmTest);
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}`, isPhone: true });
    await page.getByRole('heading', { name: 'npm test' }).waitFor();
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    const box = await page.getByRole('button', { name: /^Approve once/ }).boundingBox();
    expect(box!.y + box!.height).toBeLessThan(844);
    expect(box!.y).toBeGreaterThan(844 / 2);
    await press(page, /^Approve once/);
    await page.getByText('by Olga').waitFor();
  });

  it('holds a thousand that wait, and goes to the last of them', async () => {
    const session_id = await newSession(stage);
    for (let made = 0; made < 1000; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          stage.agent.executeTool(stage.projectId, { ...newAsk(`n${made + index}`), session_id } as never),
        ),
      );
    const { page } = await stage.visit();
    await expect.poll(() => page.title()).toBe('(1000) Countersign');
    expect(await rowsOf(page).count()).toBeLessThan(60);
    const list = page.getByRole('region', { name: 'Approvals' });
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('li[aria-posinset="1000"]').waitFor();
    // What was decided before stands in its own list, however many wait.
    await page.getByRole('link', { name: 'Decided' }).click();
    await rowsOf(page).filter({ hasText: 'three.txt' }).waitFor();
  }, 120_000);
});
