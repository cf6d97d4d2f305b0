import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecuteRequest } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { askFor, newSession, npmTest, writeNote } from '../harness/calls.ts';
import { type BrowserStage, describeInBrowser, isLive, press, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const empty = 'version: 1\nrules: []\n';
const lookAtGit = `version: 1
rules:
  - id: look-at-git
    description: Looking at a repository needs no question.
    match: { command: git, subcommand: status }
    outcome: allow
`;

async function save(stage: BrowserStage, text: string): Promise<void> {
  const { text_hash } = await stage.owner.policy.get(stage.projectId);
  await stage.owner.policy.save(stage.projectId, { text, text_hash });
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the policy' });
const savedText = (stage: BrowserStage) => readFileSync(join(stage.dataDir, 'policy.yaml'), 'utf8');

describeInBrowser('rules in the browser', (stage) => {
  beforeEach(() => save(stage, empty));

  it('makes a rule from a call, tries it on the calls so far, and saves it: the next such call asks nobody [G6]', async () => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    await page.getByRole('link', { name: 'Make a rule from this call' }).click();
    await page.getByRole('radio', { name: 'Allow without a question' }).waitFor();
    await page
      .getByRole('radio', { name: /outcome: allow/ })
      .first()
      .check();
    await page.getByText('Newly allowed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Look at it in the editor');

    await expect.poll(() => editorOf(page).inputValue()).toContain('outcome: allow');
    await page.getByText('This can be used.').waitFor();
    expect(await page.getByRole('heading', { name: 'Your changes' }).count()).toBe(1);
    await press(page, 'Save');
    // It asks first, and says what will be different.
    const dialog = page.getByRole('dialog', { name: 'Put these rules in force?' });
    await dialog.getByText(/would not be asked about any more/).waitFor();
    expect(savedText(stage)).toBe(empty);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The rules are in force.').waitFor();

    const next = await stage.agent.executeTool(stage.projectId, npmTest as unknown as ExecuteRequest);
    expect(next).toMatchObject({ status: 'approved', approval_id: null });
    await page.getByRole('link', { name: 'In force' }).click();
    const row = page.getByRole('row').filter({ hasText: /policy file, line/ });
    await expect.poll(() => row.textContent()).toMatch(/Allow.*1.*ago|Allow.*1.*just now/s);
    await row.getByText('As it is written').click();
    await row.getByText('outcome: allow').waitFor();
  });

  it('explains a call that might be made and one that was, with every rule that had a say [G6]', async () => {
    await save(stage, lookAtGit);
    const { call } = await askFor(stage);
    const { page } = await stage.visit({ path: '/rules/explain' });
    await page.getByLabel('Tool').selectOption('execute_command');
    await page.getByRole('textbox', { name: 'command' }).fill('git');
    await page.getByRole('textbox', { name: 'args' }).fill('status');
    await page.getByText('It would run without a question.').waitFor();
    await page.getByText('Looking at a repository needs no question.').first().waitFor();
    await page.getByRole('textbox', { name: 'args' }).fill('push\norigin');
    await page.getByText('A person would be asked.').waitFor();
    await page.getByRole('textbox', { name: 'command' }).fill('sudo');
    await page.getByText('It would be denied.').waitFor();

    await page.getByRole('radio', { name: 'A call that was made' }).check();
    await page.getByLabel('Or its id').fill(call.tool_id);
    await page.getByRole('heading', { name: 'npm test' }).waitFor();
    await page.getByText('A person would be asked.').waitFor();
    await page.getByLabel('Or its id').fill('019a3c5e-7d00-7000-8000-000000000001');
    await page.getByText('This could not be loaded').waitFor();
  });

  it('shows problems by their lines, saves nothing that cannot be used, and gives up only when told so [G6]', async () => {
    await save(stage, lookAtGit);
    const { page } = await stage.visit({ path: '/rules/edit' });
    await editorOf(page).fill(lookAtGit.replace('outcome: allow', 'outcome: perhaps'));
    await page.getByText('This cannot be used yet').waitFor();
    const problem = page.getByRole('link', { name: /^Line 6, column/ });
    await problem.click();
    // What is wrong is selected, to be typed over.
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('perhaps');
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);

    // It is kept while other views are looked at, and while the page is loaded again.
    await page.getByRole('link', { name: 'In force' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Edit (not saved)' }).click();
    await expect.poll(() => editorOf(page).inputValue()).toContain('perhaps');
    await press(page, 'Drop my changes');
    await page.getByRole('dialog').getByRole('button', { name: 'Drop my changes' }).click();
    await expect.poll(() => editorOf(page).inputValue()).toBe(lookAtGit);
    expect(savedText(stage)).toBe(lookAtGit);
  });

  it('loses nothing of either where somebody else saved first', async () => {
    const { page } = await stage.visit({ path: '/rules/edit' });
    const mine = empty.replace('[]', '\n  - { id: mine, match: { command: make }, outcome: deny }');
    await editorOf(page).fill(mine);
    await page.getByText('This can be used.').waitFor();
    await save(stage, lookAtGit);
    await press(page, 'Save');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed the file').waitFor();
    const theirs = page.getByRole('group', { name: 'Somebody else has changed the file' });
    expect(await theirs.textContent()).toContain('look-at-git');
    expect(savedText(stage)).toBe(lookAtGit);
    expect(await editorOf(page).inputValue()).toBe(mine);
    await press(page, 'Go on with mine');
    // What they wrote would go: the changes say so before it does.
    expect(await page.getByRole('group', { name: 'Your changes' }).textContent()).toContain('look-at-git');
    await press(page, 'Save');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The rules are in force.').waitFor();
    expect(savedText(stage)).toBe(mine);
  });

  it('lets members try rules out, and tells them who can save', async () => {
    const { page } = await stage.visit({ path: '/rules/edit', as: stage.member });
    await editorOf(page).fill(lookAtGit);
    await page.getByText('This can be used.').waitFor();
    await page.getByText('Only administrators can save.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('revokes what was remembered, after asking, and the next such call is asked about [A2]', async () => {
    const session_id = await newSession(stage);
    const { approval } = await askFor(stage, { session_id });
    await stage.owner.approvals.approve(approval, { scope: 'class' });
    const { page } = await stage.visit({ path: '/rules/remembered', isPhone: true });
    const remembered = page.getByRole('row').filter({ hasText: 'npm test' });
    await remembered.getByRole('link', { name: 'the request' }).waitFor();
    expect(await remembered.textContent()).toContain('by Olga');
    await remembered.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke this decision?' });
    await dialog.getByText('npm test').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Nothing is remembered').waitFor();
    const { approval: again } = await askFor(stage, { session_id });
    expect(again.status).toBe('pending');
    await page.getByRole('checkbox', { name: 'Also those that ended' }).check();
    await page.getByText('Revoked').waitFor();
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);
  });

  it('is used without a mouse, and read without one, in both themes [P5]', async () => {
    const { call } = await askFor(stage, writeNote);
    const { page } = await stage.visit({ path: '/rules' });
    await tabTo(page, page.getByRole('searchbox', { name: 'Search the rules' }));
    await page.keyboard.type('builtin');
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
    expect(new URL(page.url()).search).toBe('?q=builtin');
    const paths = ['/rules', '/rules/remembered', '/rules/edit', `/rules/explain?call=${call.tool_id}`];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of paths) {
        await page.goto(stage.url + path);
        await isLive(page);
        await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
        await page.getByText('Loading…').waitFor({ state: 'detached' });
        expect(await violationsOf(page)).toEqual([]);
      }
    }

    await page.goto(`${stage.url}/rules/new?call=${call.tool_id}&outcome=deny`);
    await tabTo(page, page.getByRole('radio', { name: /outcome: deny/ }).first());
    await page.keyboard.press('Space');
    await page.getByText('Newly denied').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Look at it in the editor' }));
    await page.keyboard.press('Enter');
    await page.getByText('This can be used.').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Save' });
    await tabTo(page, confirm);
    await page.keyboard.press('Enter');
    await page.getByText('Saved. The rules are in force.').waitFor();
    const next = await stage.agent.executeTool(stage.projectId, writeNote as unknown as ExecuteRequest);
    expect(next.status).toBe('rejected');
  });
});
