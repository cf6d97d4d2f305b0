import { readFileSync } from 'node:fs';
import type { EventView } from '@countersign/contract';
import { expect, it } from 'vitest';
import { askFor, newSession } from '../harness/calls.ts';
import { changeLog } from '../harness/change-log.ts';
import { describeInBrowser, isLive, press, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

describeInBrowser('the log in the browser', (stage) => {
  it('is found by what, who and words, and leads from an entry to what it is about [S3]', async () => {
    const session_id = await newSession(stage);
    const { approval } = await askFor(stage, { session_id });
    await stage.owner.approvals.reject(approval, 'Not on a Friday.\u202e');
    const { page } = await stage.visit({ path: '/audit' });
    await page.getByText('to the beginning of the log').waitFor();
    await page.getByLabel('What').selectOption('Approvals: everything');
    await page.getByLabel('Who').selectOption('Olga');
    await page.getByLabel('Words anywhere').fill('friday');
    const entry = page.getByRole('listitem').filter({ hasText: 'Rejected' });
    await expect.poll(() => page.url()).toContain('q=friday');
    await entry.getByText('Not on a Friday.⟦U+202E⟧').waitFor();
    expect(await entry.count()).toBe(1);

    // The address is all there is to a search.
    await page.reload();
    await isLive(page);
    await tabTo(page, entry.locator('summary'));
    await page.keyboard.press('Enter');
    await entry.getByText('"type": "approval.decided"').waitFor();
    await entry.getByText('"hash": "').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await entry.getByRole('link', { name: 'Approval' }).click();
    await page.getByText('“Not on a Friday.⟦U+202E⟧”').waitFor();

    await page.goBack();
    await entry.locator('summary').click();
    await entry.getByRole('link', { name: 'All of this session' }).click();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    expect(new URL(page.url()).search).toBe('');
    // What comes while somebody reads is offered, and pushes nothing away.
    const newer = page.getByRole('button', { name: 'There are newer entries. Show them' });
    // One that comes while the list is still on its way is simply in it.
    const isOffered = async (): Promise<boolean> => {
      await askFor(stage);
      return newer.isVisible();
    };
    await expect.poll(isOffered, { interval: 500 }).toBe(true);
    await newer.click();
    await page.getByRole('main').getByRole('listitem').first().getByText('People asked').waitFor();
  });

  it('is looked through further and further back, and says how far', async () => {
    const { page } = await stage.visit({ as: stage.member, path: '/audit?type=message.', isPhone: true });
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
    await Promise.all(Array.from({ length: 50 }, () => askFor(stage)));
    await page.goto(`${stage.url}/audit`);
    const entries = page.getByRole('listitem').filter({ has: page.locator('summary') });
    await expect.poll(() => entries.count()).toBe(100);
    await page.getByRole('button', { name: 'Look further back' }).click();
    await expect.poll(() => entries.count()).toBeGreaterThan(100);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.goto(`${stage.url}/audit?since=2999-01-01T00%3A00%3A00.000Z`);
    await page.getByRole('heading', { name: 'No entries' }).waitFor();
  });

  it('is taken away as a file, of a project, of a session and of the server', async () => {
    const session = await newSession(stage);
    const { page } = await stage.visit({ path: '/audit' });
    const exported = async (name: string): Promise<readonly EventView[]> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as EventView);
    };
    expect((await exported('Export')).every(({ project_id }) => project_id === stage.projectId)).toBe(true);
    await page.getByLabel('Session').selectOption(session);
    expect((await exported('Export this session')).map(({ chain_id }) => chain_id)).toEqual([session]);
    await page.getByRole('link', { name: 'Server' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Person added' }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect((await exported('Export')).every(({ project_id }) => project_id === null)).toBe(true);
  });

  it('is verified before the eyes of an administrator, and a change of one entry is found [S3]', async () => {
    const { page } = await stage.visit({ path: '/audit', isDark: true });
    await press(page, 'Verify the log');
    await press(page, 'Start');
    await page.getByRole('heading', { name: 'The log is whole' }).waitFor();
    const { events } = await stage.owner.log.search(stage.projectId, { limit: 1 });
    const told = await page.getByText(/entries in \d+ chains are as they were written/).textContent();
    expect(Number(told!.replaceAll(',', '').split(' ')[0])).toBeGreaterThanOrEqual(events[0]!.seq);
    expect(await violationsOf(page)).toEqual([]);

    const { seq } = events[0]!;
    await changeLog(stage.databaseUrl, `update event_rows set at = at + 1 where seq = ${seq}`);
    await press(page, 'Verify again');
    await page.getByRole('heading', { name: 'The log was changed' }).waitFor();
    await page.getByText(`is entry ${seq.toLocaleString('en')}:`).waitFor();
    await page.getByText('was changed').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
