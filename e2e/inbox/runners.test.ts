import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { patient } from '../harness/child-env.ts';
import { refused } from '../harness/refused.ts';
import { newFolder, spawnRunner } from '../harness/runner-process.ts';
import { announce } from '../harness/runners.ts';
import { describeInBrowser, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const presentForMs = 60_000;

describeInBrowser(
  'runners in the page',
  (stage) => {
    it('pair a runner by a code, see it come and go, and remove it [T6, L7]', async () => {
      stage.clock.set(Date.now());
      const { page } = await stage.visit({ path: '/runners' });
      await page.getByText('0 of 2 there').waitFor();
      await page.getByRole('button', { name: 'Pair a runner' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pair a runner' });
      await dialog.getByText('10:00 left').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const code = (await dialog.getByText(/^[0-9A-Z]{6}(-[0-9A-Z]{6}){6}$/).textContent())!;
      expect(await dialog.getByText('npx countersign runner').textContent()).toContain(`--pair ${code}`);

      const [root, dataDir] = [newFolder('countersign-page-root-'), newFolder('countersign-page-data-')];
      const runner = spawnRunner(
        ['runner', '--json', '--server', stage.url, '--data-dir', dataDir, '--pair', code, '--root', root],
        dataDir,
      );
      onTestFinished(async () => {
        await runner.stop('SIGKILL');
        for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
      });
      await dialog.getByText(/ is there, on /).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      const card = page.getByRole('listitem').filter({ hasText: root });
      await card.getByText('There', { exact: true }).waitFor();
      await page.getByText('1 of 3 there').waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await runner.stop();
      stage.clock.advance(presentForMs);
      await card.getByText('Away', { exact: true }).waitFor();

      const paired = (await stage.owner.runners.list(stage.projectId)).runners.find(({ announcement }) =>
        announcement?.roots.includes(root),
      )!;
      const remove = card.getByRole('button', { name: /^Remove/ });
      await tabTo(page, remove);
      await page.keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: `Remove ${paired.name}?` });
      await question.getByText('Its credential ends at once.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await tabTo(page, question.getByRole('button', { name: 'Remove this runner' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => card.count()).toBe(0);
      const { tokens } = await stage.owner.call('listTokens', {});
      const own = tokens.filter(({ principal_id }) => principal_id === paired.runner_id);
      expect(own.map(({ revoked_at }) => revoked_at !== null)).toEqual([true]);
    });

    it('say what a sandbox means, to members on a phone too [T6, A5]', async () => {
      await announce(stage, { sandbox: 'none', runs_commands: true, roots: ['/srv/\u202eevil'] });
      await announce(stage, { sandbox: 'none', runs_commands: false }, stage.secondRunner);
      const { page } = await stage.visit({ as: stage.member, path: '/runners', isPhone: true, isDark: true });
      await page.getByText('Commands run with all the rights of the user').waitFor();
      await page.getByText('No sandbox holds on this machine, so commands are refused.').waitFor();
      // What would turn the text around is written out.
      await page.getByText('/srv/⟦U+202E⟧evil').waitFor();
      expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await violationsOf(page)).toEqual([]);
    });

    it('explain themselves where there are none, and give a new code when one has run out', async () => {
      const { tokens } = await stage.owner.call('listTokens', {});
      for (const { token_id, kind, project_id, revoked_at } of tokens)
        if (kind === 'runner' && project_id === stage.projectId && revoked_at === null)
          await stage.owner.call('revokeToken', { params: { token_id } });
      expect(await refused(announce(stage))).toMatchObject({ status: 401 });
      const { page, context } = await stage.visit({ path: '/runners' });
      await page.getByRole('heading', { name: 'No runner yet' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Pair a runner' }).last().click();
      const code = page.getByRole('dialog').getByText(/^[0-9A-Z]{6}(-[0-9A-Z]{6}){6}$/);
      const first = await code.textContent();
      await context.clock.setFixedTime(stage.clock.now() + 11 * 60_000);
      await page.getByText('This code no longer works.').waitFor();
      await page.getByRole('button', { name: 'Make a new code' }).click();
      await page.getByText('Waiting for the runner').waitFor();
      expect(await code.textContent()).not.toBe(first);
    });
  },
  { config: { ...patient } },
);
