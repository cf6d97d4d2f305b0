import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@countersign/config';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { refused } from '../harness/refused.ts';
import { describeInBrowser, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const settings = loadConfig({
  flags: {},
  env: { COUNTERSIGN_LOG_LEVEL: 'error', COUNTERSIGN_OPENAI_API_KEY: 'sk-very-secret' },
  cwd: '/workspace',
  homedir: '/home/olga',
  platform: 'linux',
  readFile() {
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  },
});

describeInBrowser(
  'administration in the browser',
  (stage) => {
    /** What is in the dialog's code blocks, in their order. */
    const linesToCopy = (page: Page) => page.getByRole('dialog').getByRole('code').allTextContents();

    it('adds a person, makes them a member with a role, and takes them out again [A5]', async () => {
      const { page } = await stage.visit({ path: '/people' });
      await page.getByRole('button', { name: 'Add a person' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mia');
      await page.keyboard.press('Enter');
      await page.getByText('There is a user named "Mia". Choose another name.').waitFor();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Nina');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Put them into a project' }).click();

      const members = page.getByRole('table', { name: 'Members of default' });
      const adding = page.getByRole('form', { name: 'Add to default' });
      await adding.getByLabel('Person').selectOption('Nina');
      await adding.getByRole('button', { name: 'Add a member' }).click();
      await members.getByLabel('Role of Nina').selectOption('Owner');
      const nina = async () =>
        (await stage.owner.admin.listMembers(stage.projectId)).members.find(({ name }) => name === 'Nina');
      await expect.poll(async () => (await nina())?.role).toBe('owner');

      await members.getByRole('button', { name: 'Remove Nina' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove Nina from default?' });
      await dialog.getByText('It is recorded that you did this.').waitFor();
      // Nothing happens by a key that was still on its way.
      const remove = dialog.getByRole('button', { name: 'Remove Nina' });
      expect(await remove.evaluate((element) => element === document.activeElement)).toBe(false);
      await remove.click();
      await page.getByText('Nina no longer belongs to default').waitFor();
      expect(await nina()).toBeUndefined();

      // The last owner stays, and the server says why.
      await members.getByLabel('Role of Olga').selectOption('Member');
      await page.getByText('Olga is the only owner of this project.').waitFor();
      expect(await members.getByLabel('Role of Olga').inputValue()).toBe('owner');
    });

    it('makes a token whose secret is shown once and works, until it is revoked [A5]', async () => {
      const { page } = await stage.visit({ path: '/people/tokens' });
      const make = page.getByRole('button', { name: 'Make a token' });
      await tabTo(page, make);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }));
      await page.keyboard.type('deploy bot');
      await dialog.getByLabel('Ends').selectOption('in a week');
      await tabTo(page, dialog.getByRole('button', { name: 'Make it' }));
      await page.keyboard.press('Enter');
      await page.getByText('This is the secret.').waitFor();
      const [secret, environment, request] = await linesToCopy(page);
      expect(environment).toContain(`COUNTERSIGN_TOKEN=${secret}`);
      expect(request).toContain(`/my/projects/${stage.projectId}/tools/execute`);
      expect(await violationsOf(page)).toEqual([]);
      const bot = stage.client(secret!);
      expect(await bot.call('whoAmI', {})).toMatchObject({ kind: 'agent', name: 'deploy bot' });
      await dialog.getByRole('button', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Revoke deploy bot' }).click();
      await page.getByText('The agent can ask for nothing more').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke deploy bot' }).click();
      await page.getByText('deploy bot is revoked').waitFor();
      expect(await refused(bot.call('whoAmI', {}))).toMatchObject({ status: 401 });

      await page.getByLabel('State').selectOption('Revoked');
      expect(page.url()).toContain('state=revoked');
      const row = page.getByRole('row', { name: /deploy bot/ });
      await row.getByText('Revoked', { exact: true }).waitFor();
      expect(await row.getByRole('button').count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    });

    it('shows a member who they are, signs them in elsewhere, and says what is for others [A5]', async () => {
      const { page } = await stage.visit({ as: stage.member, path: '/people', isPhone: true });
      await page.getByText('You are signed in as Mia.').waitFor();
      await page.getByRole('heading', { name: 'The rest is for administrators' }).waitFor();
      await page.getByRole('button', { name: 'Make a link' }).click();
      const link = await page.getByRole('code').textContent();
      expect(await violationsOf(page)).toEqual([]);
      const elsewhere = await stage.visit({ as: stage.owner });
      await elsewhere.context.clearCookies();
      await elsewhere.page.goto(link!);
      await elsewhere.page.goto(`${stage.url}/people`);
      await elsewhere.page.getByText('You are signed in as Mia.').waitFor();

      for (const [path, text] of [
        ['/health', 'Only administrators see how the server is'],
        ['/settings', 'Only administrators see how the server is configured.'],
      ] as const) {
        await page.goto(stage.url + path);
        await page.getByText(text).waitFor();
        expect(await violationsOf(page)).toEqual([]);
      }
      await page.goto(`${stage.url}/audit?log=server`);
      await page.getByText('to the beginning of the log').waitFor();
      expect(await page.getByRole('button', { name: 'Verify the log' }).count()).toBe(0);
    });

    it('keeps preferences of the browser, and shows settings of the server without their secrets [G8]', async () => {
      const { page } = await stage.visit({ path: '/settings' });
      await page.getByRole('radio', { name: 'Dark' }).check();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      await page.getByLabel('Sound when something arrives').check();
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('openai_api_key', { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await page.getByLabel('Only what is not the default').check();
      await page.getByText('2 settings').waitFor();
      await page.getByLabel('Search settings').fill('log level');
      await page.getByText('1 setting', { exact: true }).waitFor();
      await page.getByText('How much is logged').click();
      await page.getByText('COUNTERSIGN_LOG_LEVEL=error').waitFor();
      await page.getByLabel('Search settings').fill('nonsense');
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await page.content()).not.toContain('sk-very-secret');

      await page.getByRole('radio', { name: 'Русский' }).check();
      await page.getByRole('heading', { name: 'Настройки', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Настройки', exact: true }).waitFor();
      expect(await page.getByRole('radio', { name: 'Тёмная' }).isChecked()).toBe(true);
      expect(await page.getByLabel('Звук при новом запросе').isChecked()).toBe(true);
    });

    it('shows trouble on its own, and its end [G6]', async () => {
      const policyFile = join(stage.dataDir, 'policy.yaml');
      writeFileSync(policyFile, 'version: 1\nrules: [\n');
      const { page } = await stage.visit({ path: '/health', isDark: true });
      const policy = page.getByRole('listitem').filter({ hasText: 'Policy file' });
      await policy.getByText('Trouble').waitFor();
      await policy.getByText('The file is broken').waitFor();
      await page.getByRole('heading', { name: /in trouble/ }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      rmSync(policyFile);
      writeFileSync(policyFile, 'version: 1\nrules: []\n');
      await policy.getByText('Works', { exact: true }).waitFor();
      // The server's log says it too, which is as it should be.
      stage.violations.splice(0);
    });

    it('is readable in both themes, wide and on a phone', async () => {
      for (const isDark of [false, true]) {
        const { page } = await stage.visit({ isDark, isPhone: isDark });
        for (const [path, heading] of [
          ['/people', 'You'],
          ['/people/projects', 'default'],
          ['/people/tokens?state=any&sign_ins=yes', 'Tokens'],
          ['/health', 'Parts'],
          ['/settings', 'This server'],
        ] as const) {
          await page.goto(stage.url + path);
          await page.getByRole('heading', { name: heading, exact: true }).waitFor();
          await page.getByText('Loading…').waitFor({ state: 'detached' });
          expect(await violationsOf(page), path).toEqual([]);
          // Nothing sticks out at the side.
          expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(0);
        }
      }
    });
  },
  { parts: { settings } },
);
