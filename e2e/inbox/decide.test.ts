import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askFor, newSession, npmTest, writeNote } from '../harness/calls.ts';
import { describeInBrowser, press } from './browser.ts';

/** Of HIGH risk: it sends something to another machine. */
const upload = {
  tool_name: 'execute_command',
  tool_params: { command: 'curl', args: ['-X', 'POST', 'https://example.org/hook'], timeout: 30 },
} as const;

describeInBrowser('deciding in the browser', (stage) => {
  const statusOf = async (approvalId: string) => (await stage.owner.approvals.get(stage.projectId, approvalId)).status;
  const pathOf = ({ approval_id }: { readonly approval_id: string }) => `/a/${approval_id}`;

  it('approves once, and stamps it with the name of who did [A1, A7]', async () => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await page.getByRole('heading', { name: 'npm test' }).waitFor();
    await press(page, /^Approve once/);
    await page.getByText('by Olga').waitFor();
    expect(await statusOf(approval.approval_id)).toBe('approved');
    expect(await page.getByRole('button', { name: /^Approve once/ }).count()).toBe(0);
  });

  it('takes no click in the first moment of a card, nor the one that brought the window to the front', async () => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await page.getByRole('button', { name: /^Approve once/ }).waitFor();
    // A press that begins just after the window got the focus is not meant.
    const at = await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent?.includes('Approve once'),
      )!;
      window.dispatchEvent(new Event('focus'));
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      return performance.now();
    });
    expect(await statusOf(approval.approval_id)).toBe('pending');
    // Nothing has the focus by itself.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.waitForFunction((began) => performance.now() > began + 400, at);
    await press(page, /^Approve once/);
    await page.getByText('by Olga').waitFor();
  });

  it('lets HIGH risk pass only by a held press, a held key, or a typed word', async () => {
    const [held, keyed, typed] = [
      await askFor(stage, upload),
      await askFor(stage, upload),
      await askFor(stage, upload),
    ];
    const { page } = await stage.visit({ path: pathOf(held.approval) });
    const button = page.getByRole('button', { name: /^Hold to approve/ });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    expect(await statusOf(held.approval.approval_id)).toBe('pending');
    await button.hover();
    await page.mouse.down();
    await page.getByText('by Olga').waitFor();
    await page.mouse.up();
    expect(await statusOf(held.approval.approval_id)).toBe('approved');

    await page.goto(stage.url + pathOf(keyed.approval));
    await expect.poll(() => button.isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    expect(await statusOf(keyed.approval.approval_id)).toBe('pending');
    await page.keyboard.down('Enter');
    await page.getByText('by Olga').waitFor();
    await page.keyboard.up('Enter');
    expect(await statusOf(keyed.approval.approval_id)).toBe('approved');

    await page.goto(stage.url + pathOf(typed.approval));
    await page.getByRole('button', { name: /or type/ }).click();
    await page.keyboard.type('approve');
    await expect.poll(() => page.getByRole('button', { name: 'Approve once' }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('by Olga').waitFor();
    expect(await statusOf(typed.approval.approval_id)).toBe('approved');
  });

  it('rejects with what the agent is to do instead [A1]', async () => {
    const { approval, call } = await askFor(stage);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await press(page, /^Reject/);
    await page.getByRole('button', { name: 'Not now.' }).click();
    await page.getByLabel(/agent do instead/).pressSequentially(' Look at CI.');
    await press(page, 'Reject and tell why');
    await page.getByText('“Not now. Look at CI.”').waitFor();
    const { outcome } = await stage.agent.waitUntilSettled(stage.projectId, call.tool_id);
    expect(outcome).toMatchObject({ kind: 'denied_by_human', feedback: 'Not now. Look at CI.' });
  });

  it('approves a class of calls in the words of the rule, and the next one asks nobody [A2]', async () => {
    const session = { session_id: await newSession(stage) };
    const { approval } = await askFor(stage, session);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await press(page, /^Approve more/);
    await page.getByRole('radio', { name: /^npm test in this session/ }).check();
    await page.getByLabel('Remember for').selectOption('1 hour');
    await press(page, 'Approve and remember');
    await page.getByText('Remembered for this session').waitFor();
    const again = await stage.agent.executeTool(stage.projectId, { ...npmTest, ...session } as never);
    expect(again).toMatchObject({ status: 'approved', approval_id: null });
    const { grants } = await stage.owner.grants.list(stage.projectId, session);
    expect(grants[0]).toMatchObject({ scope: 'class', expires_at: expect.any(String) });
  });

  it('approves other arguments, judged again before they can be sent [A1]', async () => {
    const { approval, call } = await askFor(stage, writeNote);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await press(page, /^Edit/);
    await page.getByRole('textbox', { name: 'path' }).fill('../outside.txt');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Approve edited' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByRole('textbox', { name: 'JSON' });
    await json.fill('{ "path": ');
    await page.getByText('This is not a JSON object yet.').waitFor();
    await json.fill('{ "path": "notes/today.txt", "content": "hello" }');
    await page.getByText('Judged again:').waitFor();
    expect(await page.getByRole('region', { name: 'Changes', exact: true }).textContent()).toContain('notes/today.txt');
    await press(page, 'Approve edited');
    await page.getByText('Edited & approved').waitFor();
    const params = { project_id: stage.projectId, tool_id: call.tool_id };
    const { original_params, tool_params } = await stage.owner.call('getToolCall', { params });
    expect(original_params).toMatchObject({ path: 'note.txt' });
    expect(tool_params).toMatchObject({ path: 'notes/today.txt' });
  });

  it('shows both of two who decide at once who was first [A7]', async () => {
    const { approval } = await askFor(stage);
    const path = pathOf(approval);
    const [olga, mia] = await Promise.all([stage.visit({ path }), stage.visit({ path, as: stage.member })]);
    await press(mia.page, /^Reject/);
    const click = (page: Page, name: RegExp) =>
      page
        .getByRole('button', { name })
        .click({ timeout: 5_000 })
        .catch(() => 'it was decided first');
    await Promise.all([click(olga.page, /^Approve once/), click(mia.page, /^Reject$/)]);
    await expect.poll(() => statusOf(approval.approval_id)).not.toBe('pending');
    const { decision } = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    for (const { page } of [olga, mia]) await page.getByText(`by ${decision!.decided_by.name}`).waitFor();
  });

  it('decides after the server was started again while the card was open', async () => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await page.getByRole('button', { name: /^Approve once/ }).waitFor();
    await stage.restart();
    await page.getByText('Connected again.').waitFor();
    await press(page, /^Approve once/);
    await page.getByText('by Olga').waitFor();
    expect(await statusOf(approval.approval_id)).toBe('approved');
  });

  it('says that time ran out to whoever was still typing, and sends nothing [L4]', async () => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit({ path: pathOf(approval) });
    await press(page, /^Reject/);
    await page.keyboard.type('I am still wri');
    stage.clock.advance(301_000);
    await page.getByText('Nobody decided in time.').waitFor();
    expect(await page.getByRole('textbox', { name: /agent do instead/ }).count()).toBe(0);
    expect(await statusOf(approval.approval_id)).toBe('expired');
  });
});
