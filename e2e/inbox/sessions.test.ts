import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSandbox } from '@countersign/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asTimeGoesOn } from '../harness/as-time-goes-on.ts';
import { askFor, npmTest } from '../harness/calls.ts';
import { machines } from '../harness/cast.ts';
import { chatTools } from '../harness/chat-tools.ts';
import { patient } from '../harness/child-env.ts';
import { newFolder, type RunnerProcess, startRunnerProcess } from '../harness/runner-process.ts';
import { scriptedModels } from '../harness/scripted-models.ts';
import { describeInBrowser, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const colour = (text: string) => `\\033[32m${text}\\033[0m`;

/** Prints, and goes on when the test lets it. */
const gated = `printf '${colour('one')}\\n'; echo oops >&2; until [ -e gate ]; do sleep 0.05; done; printf '\\033[2Jtwo\\n'`;

/** Long enough that its beginning is told before its end is there. */
const speech = Array.from({ length: 60 }, (_, line) => `Thought ${line}: there is much to be said for tea.`).join('\n');

const scripts = {
  gated: {
    answers: [
      { text: 'I run it.\n```\nnpm test\n```', tool_calls: [{ name: 'bash', arguments: { cmd: gated } }] },
      { text: 'It went through.' },
    ],
  },
  talking: {
    answers: [
      { text: speech, pieces: 4, delay_ms: 60_000 },
      { when: 'coffee', text: 'Then coffee.' },
      { text: 'Tea it is.' },
    ],
  },
  slow: { answers: [{ text: 'That took a while.', delay_ms: 60_000 }] },
} as const;

const root = newFolder('countersign-sessions-');
const { models, modelOf } = scriptedModels(afterAll, scripts);
const { policyFile, parts } = chatTools(afterAll);
const config = { ...patient, toolAllowedRoots: [root], models, policyFile };

describeInBrowser(
  'sessions in the browser',
  (stage) => {
    let runner: RunnerProcess | null = null;
    beforeAll(async () => {
      stage.clock.set(Date.now());
      if (hasSandbox) runner = await startRunnerProcess(stage, { roots: [root], isKept: true });
    });
    // A runner goes by its own clock, and takes no order that is old by it.
    beforeEach(() => stage.clock.set(Date.now()));
    afterAll(async () => {
      await runner?.stop('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    });

    const give = async (page: Page, task: string, model: keyof typeof scripts): Promise<void> => {
      if (model !== 'gated') await page.getByLabel('Model').selectOption(modelOf(model));
      await page.getByRole('textbox', { name: 'What should the agent do?' }).fill(task);
      await page.keyboard.press('Control+Enter');
      await chatOf(page).getByText(task).waitFor();
    };
    const chatOf = (page: Page) => page.getByRole('log', { name: 'Conversation' });
    const strip = (page: Page) => page.getByRole('region', { name: 'Run' });
    const ask = (sessionId: string) =>
      stage.agent.executeTool(stage.projectId, { ...npmTest, session_id: sessionId } as never);

    it.skipIf(!hasSandbox)(
      'gives a task, is asked in the chat, and sees what the command prints as it prints it [W1, T7, A8]',
      async () => {
        const { page } = await stage.visit({ path: '/sessions' });
        await give(page, 'Run the tests.', 'gated');
        await page.getByRole('heading', { level: 1, name: 'Run the tests.' }).waitFor();
        await chatOf(page).getByText('I run it.').waitFor();
        expect(await chatOf(page).locator('code', { hasText: 'npm test' }).count()).toBe(1);
        const asked = chatOf(page).getByRole('region', { name: 'Waits for a decision' });
        await asked.getByText('High').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        const address = page.url();
        await asked.getByRole('link', { name: 'Look and decide' }).click();
        const hold = page.getByRole('button', { name: /^Hold to approve/ });
        await expect.poll(() => hold.isEnabled()).toBe(true);
        await hold.hover();
        await page.mouse.down();
        await page.getByText('by Olga').waitFor();
        await page.mouse.up();

        await page.goto(address);
        await chatOf(page)
          .getByRole('link', { name: /until \[ -e gate/ })
          .click();
        const output = page.getByRole('group', { name: 'Output' });
        await output.getByText('one', { exact: true }).waitFor();
        await page.getByText('still running').waitFor();
        const errors = output.getByRole('paragraph').filter({ hasText: 'oops' });
        expect(await errors.textContent()).toBe('erroops');
        writeFileSync(join(root, 'gate'), '');
        await output.getByText('⟦U+001B⟧[2Jtwo').waitFor();
        await page.getByText('exit code 0').waitFor();
        await chatOf(page).getByText('It went through.').waitFor();
        await strip(page).getByText('Done').waitFor();
        await page.getByText('Approved by Olga.').waitFor();
        await page.getByText('Raw entries').click();
        await page.getByRole('group', { name: 'Raw entries' }).getByText('tool_call.submitted').waitFor();
        expect(await violationsOf(page)).toEqual([]);

        await page.goto(`${stage.url}/sessions`);
        const row = page.getByRole('link', { name: /Run the tests\./ });
        await row.getByText('Done').waitFor();
        await page.getByRole('searchbox').fill('nothing like it');
        await page.getByRole('heading', { name: 'No session matches' }).waitFor();
      },
    );

    it('hears the agent speak, steers it, lets it rest and go on, and stops it for good [W1]', async () => {
      const { page } = await stage.visit({ path: '/sessions' });
      await give(page, 'Choose a drink.', 'talking');
      await strip(page).getByText('the model is thinking').waitFor();
      // As slowly as the page can follow: it has to be in the middle of its words.
      const words = chatOf(page).getByText(/^Thought 0:/);
      const hasHeard = async (): Promise<boolean> => {
        stage.clock.advance(500);
        return await words.isVisible();
      };
      await expect.poll(hasHeard, { timeout: 60_000 }).toBe(true);
      await page.getByRole('textbox', { name: 'Tell the run that works' }).fill('Rather coffee.');
      await page.keyboard.press('Control+Enter');
      await chatOf(page).getByText('Rather coffee.').waitFor();
      await strip(page).getByRole('button', { name: 'Pause' }).click();
      await asTimeGoesOn(stage, strip(page).getByText('Paused').waitFor());
      await strip(page).getByRole('button', { name: 'Go on' }).click();
      await chatOf(page).getByText('Then coffee.').waitFor();
      await strip(page).getByText('Done').waitFor();
      expect(await chatOf(page).getByText('Thought 59:').count()).toBe(1);

      await give(page, 'Take your time.', 'slow');
      await strip(page).getByRole('button', { name: 'Stop' }).click();
      await page.getByLabel(/^Why/).fill('Too slow.');
      await page.getByRole('button', { name: 'Stop the run' }).click();
      await strip(page).getByText('Too slow.').waitFor();
      await strip(page).getByText('Stopped').waitFor();
      await chatOf(page).getByText('Too slow.').waitFor();
    });

    it('approves everything by a held key, shows it, ends it; and takes a decision back [A2]', async () => {
      const { session_id: sessionId } = await stage.agent.sessions.create(stage.projectId, {
        title: 'Plan\u202e <b>',
        // Nobody is there: what is approved waits.
        machine: machines.secondRunner,
      });
      const { page } = await stage.visit({ path: `/sessions/${sessionId}` });
      await page.getByRole('heading', { name: 'Plan⟦U+202E⟧ <b>' }).waitFor();
      await page.getByRole('heading', { name: 'This agent is not run by Countersign' }).waitFor();
      expect(await page.getByRole('log').count()).toBe(0);
      await tabTo(page, page.getByRole('button', { name: 'Approve everything…' }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('radio', { name: '15 minutes' }));
      await page.keyboard.press('ArrowRight');
      const hold = page.getByRole('button', { name: 'Hold to approve everything' });
      await tabTo(page, hold);
      await page.keyboard.press('Enter');
      expect((await stage.owner.sessions.get(stage.projectId, sessionId)).banner).toBeNull();
      await page.keyboard.down('Enter');
      const banner = page.getByRole('region', { name: 'Everything approved' });
      await banner.getByText('Olga approved everything in this session.').waitFor();
      await page.keyboard.up('Enter');
      await banner.getByText('1:00:00 left').waitFor();

      expect(await ask(sessionId)).toMatchObject({ status: 'approved', approval_id: null });
      await page.getByText(/^by a remembered decision: /).waitFor();
      await banner.getByRole('button', { name: 'End it now' }).click();
      await banner.waitFor({ state: 'detached' });
      const { approval } = await askFor(stage, { session_id: sessionId });
      await page.getByText('Waits for a person').waitFor();

      await stage.owner.approvals.approve(approval, { scope: 'class' });
      expect(await ask(sessionId)).toMatchObject({ status: 'approved', approval_id: null });
      await page.getByRole('link', { name: /^Remembered/ }).click();
      const grant = page.getByRole('listitem').filter({ hasText: 'npm test' });
      await grant.getByText('let 1 call through').waitFor();
      await grant.getByRole('button', { name: 'Take back…' }).click();
      await page.getByRole('button', { name: 'Take it back' }).click();
      await page.getByRole('heading', { name: 'Nothing is remembered' }).waitFor();
      expect(await ask(sessionId)).toMatchObject({ status: 'awaiting_approval' });

      await page.getByRole('link', { name: 'Timeline' }).click();
      const waiting = page.getByRole('button', { name: /Waits for a person/ });
      await waiting.click();
      await page.getByRole('button', { name: 'Cancel the call…' }).click();
      await page.getByRole('button', { name: 'Cancel the call', exact: true }).click();
      await page.getByText('Withdrawn').first().waitFor();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export' }).click(),
      ]);
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n');
      const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
      expect(types).toContain('grant.revoked');
      expect(types[0]).toBe('session.created');
    });

    it.each([false, true])('has nothing that axe objects to, on a phone, in the dark: %s', async (isDark) => {
      const { run } = await stage.owner.chat.postMessage(stage.projectId, {
        text: 'Say it.\n```\n<b>code</b>\n```',
        model: modelOf('slow'),
      });
      await asTimeGoesOn(stage, stage.owner.waitUntilEnded(stage.projectId, run.run_id));
      const { page } = await stage.visit({ path: '/sessions', isDark, isPhone: true });
      await page
        .getByRole('link', { name: /Say it\./ })
        .first()
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto(`${stage.url}/sessions/${run.session_id}`);
      await chatOf(page).getByText('That took a while.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Timeline' }).click();
      await page.getByRole('button', { name: /^Turn 1/ }).click();
      await page.getByRole('heading', { name: 'What the model said' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Remembered' }).click();
      await page.getByRole('heading', { name: 'Nothing is remembered' }).waitFor();
      await page.getByRole('button', { name: 'What can be done' }).click();
      await page.getByRole('menuitem', { name: 'Approve everything…' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const isWithin = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      expect(isWithin).toBe(true);
    });
  },
  { config, parts },
);
