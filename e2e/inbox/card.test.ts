import type { PreviewFile } from '@countersign/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askFor, newSession, writeNote } from '../harness/calls.ts';
import { addPizzeria, openPizzeria } from '../harness/pizzeria.ts';
import { watchEvents } from '../harness/recorder.ts';
import { announce } from '../harness/runners.ts';
import { describeInBrowser, press } from './browser.ts';
import { violationsOf } from './violations-of.ts';

describeInBrowser('the card of an approval', (stage) => {
  const cardOf = (page: Page) => page.getByRole('article');

  it('shows the request that a service will be sent, which is then sent once [A8, U1]', async () => {
    const place = await openPizzeria();
    await addPizzeria(stage, place);
    const order = { body: { pizza_type: 'margherita', size: 'large', quantity: 2 } };
    const { metadata } = await stage.agent.tools.execute('pizzeria__create_order', { arguments: order, wait_ms: 0 });
    const { approval_id: id, call_id: callId } = metadata as Record<string, string>;
    const { page } = await stage.visit({ path: `/a/${id}` });
    await page.getByRole('heading', { name: 'The request that will be sent' }).waitFor();
    await cardOf(page).getByText(`POST ${place.address}/orders`).waitFor();
    await cardOf(page).getByText('Content-Type', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Body' }).getByText('"pizza_type":"margherita"').waitFor();
    await page.getByText('The server asks the service pizzeria').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await press(page, /^Approve once/);
    await page.getByText('by Olga').waitFor();
    await stage.agent.waitUntilSettled(stage.projectId, callId!);
    expect(place.pizzeria.orders.size).toBe(1);
  });

  it('says what comes of waiting and what came before, and warns while everything is approved [A2, L4]', async () => {
    const hostile = 'Plan\u202e <b>';
    const { session_id } = await stage.agent.sessions.create(stage.projectId, { title: hostile });
    const earlier = await askFor(stage, { ...writeNote, session_id });
    await stage.owner.approvals.reject(earlier.approval, 'not yet');
    const { approval } = await askFor(stage, { ...writeNote, session_id });
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    const card = cardOf(page);
    await card.getByRole('link', { name: 'Plan⟦U+202E⟧ <b>' }).waitFor();
    await page.getByRole('link', { name: /· Plan⟦U\+202E⟧ <b>/ }).waitFor();
    await card.getByText('it expires: nothing runs').waitFor();
    const before = card.getByRole('listitem').filter({ hasText: 'Rejected · Olga' }).getByRole('link');
    expect(await before.first().getAttribute('href')).toBe(`/a/${earlier.approval.approval_id}?shown=decided`);
    const toSession = card.getByRole('link', { name: 'All that happened in this session' });
    expect(await toSession.getAttribute('href')).toBe(`/sessions/${session_id}`);

    const other = await askFor(stage, { session_id });
    await stage.owner.approvals.approve(other.approval, { scope: 'session' });
    await card.getByText('Olga approved everything in this session.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const { grants } = await stage.owner.grants.list(stage.projectId, { session_id });
    await stage.owner.grants.revoke(stage.projectId, grants[0]!.grant_id);
    await card.getByText('Olga approved everything in this session.').waitFor({ state: 'detached' });
  });

  it('takes no press where the buttons have just moved', async () => {
    const { approval } = await askFor(stage, { session_id: await newSession(stage) });
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    await press(page, /^Approve more/);
    const send = page.getByRole('button', { name: 'Approve and remember' });
    await page.getByRole('radio').first().check();
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false');
    // A larger box is one whose buttons stand elsewhere: as soon as that is known, a press does nothing.
    await page.getByRole('region', { name: 'Decision' }).evaluate(async (bar) => {
      const button = [...bar.querySelectorAll('button')].find((each) => each.textContent?.includes('remember'))!;
      const isOff = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          observer.disconnect();
          button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
          resolve();
        }).observe(button, { attributeFilter: ['aria-disabled'] });
      });
      (bar as HTMLElement).style.paddingTop = '40px';
      await isOff;
    });
    expect((await stage.owner.approvals.get(stage.projectId, approval.approval_id)).status).toBe('pending');
    await press(page, 'Approve and remember');
    await page.getByText('Remembered for this session').waitFor();
  });

  it('shows what becomes of a file: new, changed in one column or two, and binary [A8, L7]', async () => {
    await announce(stage);
    const asked = async (content: string, before: PreviewFile) => {
      const heard = await watchEvents(stage.runner, stage.projectId);
      const call = await stage.agent.executeTool(stage.projectId, {
        ...writeNote,
        tool_params: { path: 'note.txt', content },
      });
      await heard.next('tool.preview_signal', call.tool_id);
      heard.stop();
      await stage.runner.runner.preview(stage.projectId, call.tool_id, [before]);
      const { approvals } = await stage.owner.approvals.list(stage.projectId, { status: 'pending' });
      return `/a/${approvals.find(({ tool_id }) => tool_id === call.tool_id)!.approval_id}`;
    };
    const missing = { path: 'note.txt', sha256: null, size: 0, text: null };
    const present = { path: 'note.txt', sha256: 'a'.repeat(64), size: 8, text: 'old\nsame\n' };
    const [isNew, isBinary, isChanged] = [
      await asked('hello\n', missing),
      await asked('a\0b\n', missing),
      await asked('new\nsame\n', present),
    ];
    const { page } = await stage.visit({ path: isNew, width: 1600 });
    await page.getByText('A new file.').waitFor();
    await page.goto(stage.url + isBinary);
    await page.getByText('This looks like binary data').waitFor();
    await page.getByText('a⟦U+0000⟧b').waitFor();

    await page.goto(stage.url + isChanged);
    await page.getByText('Compared with what is in the file now.').waitFor();
    const leftOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!.x;
    const [before, after] = [await leftOf('removed: old'), await leftOf('added: new')];
    expect(after).toBeGreaterThan(before + 200);
    await page.getByRole('button', { name: 'One column' }).click();
    await page.getByRole('button', { name: 'Side by side' }).waitFor();
    expect(await leftOf('added: new')).toBe(await leftOf('removed: old'));

    const phone = await stage.visit({ path: isChanged, isPhone: true });
    await phone.page.getByText('added: new').waitFor();
    expect(await phone.page.getByRole('button', { name: 'Side by side' }).isVisible()).toBe(false);
    const isWithin = () => document.documentElement.scrollWidth <= window.innerWidth;
    expect(await phone.page.evaluate(isWithin)).toBe(true);
  });
});
