import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askFor, writeNote } from '../harness/calls.ts';
import { describeInBrowser, isLive, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

type Told = { readonly title: string; readonly body: string };
type Watched = { sounds: number; told: (Told & { readonly shown: Notification })[] };

/** A browser that may show notifications, is not looked at, and counts what it is told to do. */
async function watched(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const seen: Watched = { sounds: 0, told: [] };
    const RealNotification = window.Notification;
    class CountedNotification extends RealNotification {
      constructor(title: string, options: NotificationOptions) {
        super(title, options);
        seen.told.push({ title, body: options.body ?? '', shown: this });
      }
    }
    class CountedAudio extends AudioContext {
      constructor() {
        super();
        seen.sounds += 1;
      }
    }
    document.hasFocus = () => false;
    Object.assign(window, { seen, Notification: CountedNotification, AudioContext: CountedAudio });
  });
}

const seenBy = (page: Page) =>
  page.evaluate(() => {
    const { sounds, told } = (window as unknown as { readonly seen: Watched }).seen;
    return { sounds, told: told.map(({ title, body }) => ({ title, body })) };
  });

async function choose(page: Page, name: string): Promise<string | null> {
  await page.getByRole('button', { name: 'Preferences' }).click();
  const item = page.getByRole('menuitemcheckbox', { name });
  await item.click();
  await expect.poll(() => item.getAttribute('aria-checked')).toMatch(/true|false/);
  const isChecked = await item.getAttribute('aria-checked');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return isChecked;
}

describeInBrowser('views of the inbox, and how it tells of what arrives', (stage) => {
  const rowsOf = (page: Page) => page.getByRole('region', { name: 'Approvals' }).getByRole('listitem');

  it('keeps a view under a name, finds it again, and forgets it', async () => {
    const [test, write] = [await askFor(stage), await askFor(stage, writeNote)];
    const { page } = await stage.visit();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Tool').selectOption({ label: 'write_file (1)' });
    await page.getByLabel('Asked').selectOption('in the last hour');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of this view').fill('Writes');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Writes' }).waitFor();

    await page.goto(stage.url);
    await isLive(page);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('link', { name: 'Writes' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?tool=write_file&within=hour');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the view Writes' }).click();
    await page.getByText('Filter the list, then give the view a name.').waitFor();
    await page.keyboard.press('Escape');

    await stage.owner.approvals.reject(test.approval);
    await stage.member.approvals.approve(write.approval);
    await page.goto(`${stage.url}/?shown=decided`);
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Decided by').selectOption({ label: 'Mia (1)' });
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByLabel('Outcome').selectOption({ label: 'Rejected (1)' });
    await page.getByText('Nothing matches').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Show everything' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
  });

  it('tells of what arrives as it is wanted: to the eye always, by sound and notification on request', async () => {
    const { page } = await stage.visit({ prepare: watched });
    const first = await askFor(stage, writeNote);
    await page.getByRole('status').getByText('New: agent asks for write_file note.txt, risk Medium').waitFor();
    await expect.poll(() => page.title()).toBe('(1) Countersign');
    expect(await seenBy(page)).toEqual({ sounds: 0, told: [] });

    expect(await choose(page, 'Sound when something arrives')).toBe('true');
    expect(await choose(page, 'Notifications of the browser')).toBe('true');
    const second = await askFor(stage, { ...writeNote, tool_params: { path: 'second.txt', content: '<b>' } });
    await expect
      .poll(() => seenBy(page))
      .toEqual({
        sounds: 1,
        told: [{ title: 'agent asks (2 calls wait for you)', body: 'write_file second.txt' }],
      });
    await page.evaluate(() => {
      const [told] = (window as unknown as { readonly seen: Watched }).seen.told;
      told!.shown.onclick!(new Event('click'));
    });
    await page.getByRole('heading', { name: 'write_file second.txt' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/${second.approval.approval_id}`);
    await page.reload();
    await isLive(page);
    await page.getByRole('button', { name: 'Preferences' }).click();
    const sound = page.getByRole('menuitemcheckbox', { name: 'Sound when something arrives' });
    expect(await sound.getAttribute('aria-checked')).toBe('true');
    for (const { approval } of [first, second]) await stage.owner.approvals.reject(approval);
  });

  it('says why the list is not there where it is not, and tries again', async () => {
    const { approval } = await askFor(stage);
    const { page, context } = await stage.visit();
    const lists = /\/approvals\?/;
    await context.route(lists, (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'You may not see these.' } }),
    );
    await page.reload();
    await page.getByText('You may not see these.').waitFor();
    expect(await page.getByText('Nothing waits').count()).toBe(0);
    await context.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /npm test/ }).waitFor();
    await stage.owner.approvals.reject(approval);
  });
});
