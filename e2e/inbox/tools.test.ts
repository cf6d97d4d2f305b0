import { expect, it } from 'vitest';
import { addOven, openPizzeria, pizzeriaOpenApi } from '../harness/pizzeria.ts';
import { openService, toolsFile } from '../harness/service.ts';
import { describeInBrowser, isLive, tabTo } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const failures = 3;
const key = 'the key of the pizzeria';

describeInBrowser('tools and sources in the page', (stage) => {
  /** Another service, which answers every call with an error until it is no longer called. */
  const failTooOften = async (): Promise<void> => {
    const { address } = await openService(() => ({ status: 500 }));
    await stage.owner.sources.create({
      name: 'flaky',
      kind: 'http',
      document: toolsFile(address, [{ name: 'do', method: 'POST', url: '/do', risk: 'LOW' }]),
      destinations: { allow_private: true },
      breaker: { failure_threshold: failures },
    });
    for (let called = 0; called < failures; called += 1) await stage.agent.tools.execute('flaky__do');
  };

  it('add a service after a look at it, follow it as it changes, and remove it [U1, U6]', async () => {
    const options = { document: '' };
    const { pizzeria, address } = await openPizzeria(options);
    options.document = pizzeriaOpenApi
      .replace('http://127.0.0.1:8123', address)
      .replace('summary: Cancel an order.', 'summary: Cancel <img src=x onerror=alert(1)> an order.');
    const { page } = await stage.visit({ path: '/tools/sources' });
    await page.getByRole('heading', { name: 'No services yet' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add a source' }).click();
    await page.getByLabel('Name', { exact: true }).fill('pizzeria');
    await page.getByLabel('Address of the description').fill(`${address}/openapi.yaml`);
    await page.getByRole('button', { name: 'Look at it' }).click();
    // Refused in the server's words: nobody said that it may be on this machine.
    await page.getByRole('alert').filter({ hasText: 'private' }).waitFor();
    expect(pizzeria.seen).toEqual([]);
    await page.getByLabel('Requests may go to private addresses').check();
    await page.getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('heading', { name: '7 tools found' }).waitFor();
    const seen = page.getByRole('table', { name: '7 tools found' });
    expect(await seen.getByRole('row', { name: /pizzeria__remove_dish/ }).textContent()).toContain('High');
    expect(await violationsOf(page)).toEqual([]);
    expect((await stage.owner.sources.list()).sources).toEqual([]);
    await page.getByRole('button', { name: 'Save with 7 tools' }).click();
    await page.getByRole('heading', { name: 'pizzeria', level: 1 }).waitFor();

    // Words of others are words.
    await page.getByText('Cancel <img src=x onerror=alert(1)> an order.').waitFor();
    await page.getByRole('link', { name: 'pizzeria__create_order' }).click();
    const argument = page.getByRole('table', { name: 'Arguments' }).getByRole('row', { name: /body\.pizza_type/ });
    expect(await argument.textContent()).toMatch(/required.*string.*An item_id of the menu/);
    await page.getByText(`${address}/orders`).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    options.document = options.document.replace('summary: Order pizzas.', 'summary: Order pizzas, and pay at once.');
    await page.getByRole('link', { name: 'pizzeria', exact: true }).click();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByRole('dialog').getByText('1 tool is not as it was').waitFor();
    await page.getByRole('dialog').getByText('pay at once').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect((await stage.owner.tools.get('pizzeria__create_order')).description).not.toContain('pay at once');
    await page.getByRole('button', { name: 'Save these changes' }).click();
    await page.getByText('Order pizzas, and pay at once.').waitFor();

    await page.getByRole('link', { name: 'All sources' }).click();
    await failTooOften();
    const failing = page.getByRole('row', { name: /flaky/ });
    await failing.getByText(`${failures} failures in a row`).waitFor();
    expect(await failing.textContent()).toMatch(/Open.*since/);
    await stage.owner.sources.remove('flaky');

    await page.getByRole('link', { name: 'pizzeria', exact: true }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove pizzeria?' }).getByText('Its 7 tools are gone at once').waitFor();
    await page.getByRole('button', { name: 'Remove this source' }).click();
    await page.getByRole('heading', { name: 'No services yet' }).waitFor();
    expect((await stage.owner.sources.list()).sources).toEqual([]);
  });

  it('find a tool, switch it off and on again with keys alone [U1]', async () => {
    await addOven(stage, await openPizzeria());
    const { page } = await stage.visit({ path: '/tools', isDark: true });
    const { keyboard } = page;
    await tabTo(page, page.getByRole('searchbox'));
    await keyboard.type('bake orders');
    await page.getByText(/^1 of \d+ tools$/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(new URL(page.url()).search).toBe('?q=bake+orders');
    await tabTo(page, page.getByRole('link', { name: 'oven__bake_order' }));
    await keyboard.press('Enter');
    await page.getByText('until $.status is done').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Switch off' }));
    await keyboard.press('Enter');
    await page.getByText('oven__bake_order is switched off.').waitFor();
    expect(await stage.owner.tools.get('oven__bake_order')).toMatchObject({ is_enabled: false });
    // It opens a way again: that is asked for, and nothing in the question has the focus.
    await tabTo(page, page.getByRole('button', { name: 'Switch on' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Switch oven__bake_order on?' });
    await dialog.waitFor();
    expect(
      await dialog.getByRole('button', { name: 'Switch on' }).evaluate((own) => own === document.activeElement),
    ).toBe(false);
    expect(await stage.owner.tools.get('oven__bake_order')).toMatchObject({ is_enabled: false });
    await tabTo(page, dialog.getByRole('button', { name: 'Switch on' }));
    await keyboard.press('Enter');
    await page.getByText('oven__bake_order can be called again.').waitFor();
    expect(await stage.owner.tools.get('oven__bake_order')).toMatchObject({ is_enabled: true });
  });

  it('keep secrets whose values are never shown, and say who needs one before it is removed [U3]', async () => {
    const { page } = await stage.visit({ path: '/tools/add', isPhone: true });
    await page.getByLabel('How is it told who calls?').selectOption({ label: 'Key in a header' });
    await page.getByRole('button', { name: 'Store a secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Store a secret' });
    await dialog.getByLabel('Name').fill('pizzeria-key');
    await dialog.getByLabel('Value').fill(key);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Store', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // The form around it was not sent, and has the new name chosen.
    expect(await page.getByLabel('Stored secret').inputValue()).toBe('pizzeria-key');
    expect(await violationsOf(page)).toEqual([]);
    const auth = { mode: 'api_key', in: 'header', name: 'X-API-Key', secret: 'pizzeria-key' } as const;
    await addOven(stage, await openPizzeria(), { name: 'paid-oven', auth });

    await page.goto(`${stage.url}/tools/secrets`);
    await isLive(page);
    await page.getByRole('row', { name: /pizzeria-key.*paid-oven/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Replace pizzeria-key' }).click();
    await page.getByLabel('Value').fill(`another ${key}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('pizzeria-key is stored.').waitFor();
    await page.getByRole('button', { name: 'Remove pizzeria-key' }).click();
    await page.getByText('Requests of paid-oven need it and will fail.').waitFor();
    await page.getByRole('button', { name: 'Remove this secret' }).click();
    await page.getByRole('heading', { name: 'No secrets yet' }).waitFor();
    expect((await stage.owner.call('listSecrets', {})).secrets).toEqual([]);
  });

  it('show members what they may use, and that the rest is for administrators [A5]', async () => {
    const { page } = await stage.visit({ as: stage.member, path: '/tools', isPhone: true, isDark: true });
    await page.getByRole('link', { name: 'execute_command' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Views of tools' }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    // The page scrolls within the window, and not the window.
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight - window.innerHeight,
    ]);
    expect(size).toEqual([390, 0]);
    await page.getByRole('link', { name: 'execute_command' }).click();
    await page.getByRole('table', { name: 'Arguments' }).waitFor();
    expect(await page.getByRole('button', { name: /Switch/ }).count()).toBe(0);
    await page.goto(`${stage.url}/tools/sources`);
    await page.getByRole('heading', { name: 'This is for administrators' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});
