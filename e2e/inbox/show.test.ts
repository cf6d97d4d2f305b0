import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askFor, writeNote } from '../harness/calls.ts';
import { rawRequest } from '../harness/raw-request.ts';
import { refused } from '../harness/refused.ts';
import { describeInBrowser, press } from './browser.ts';
import { violationsOf } from './violations-of.ts';

const dist = new URL('../../apps/inbox/dist/', import.meta.url);
const firstLoadBytesMax = 200 * 1024;

describeInBrowser('what the inbox shows', (stage) => {
  it('makes visible what hides, and lets markup be text [A8]', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202edelif\u200b \u001b[31mred\u0007';
    const { approval } = await askFor(stage, {
      tool_name: 'execute_command',
      tool_params: { command: 'git', args: ['commit', '-m', `${hostile}${'x'.repeat(5_000)}END`], timeout: 30 },
      note: `Trust me\u202e <b>${'now '.repeat(200)}</b>`,
    });
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    const card = page.getByRole('article');
    await card.getByText('Contains characters').waitFor();
    const text = (await card.textContent()) ?? '';
    expect(text).toContain('<img src=x onerror=alert(1)>⟦U+202E⟧delif⟦U+200B⟧ ⟦U+001B⟧[31mred⟦U+0007⟧');
    expect(text).toContain('xEND');
    expect(text).toContain('Trust me⟦U+202E⟧ <b>now ');
    for (const character of ['\u202e', '\u200b', '\u001b', '\u0007']) expect(text).not.toContain(character);
    expect(await card.locator('img, b').count()).toBe(0);
    const isWithin = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(isWithin).toBe(true);
    await stage.owner.approvals.reject(approval);
  });

  it('goes to the end of a diff of nearly a megabyte, which says how much of it is not shown [A8]', async () => {
    const content = Array.from({ length: 15_000 }, (_, index) => `line ${index} ${'.'.repeat(50)}`).join('\n');
    const { approval } = await askFor(stage, { ...writeNote, tool_params: { path: 'long.txt', content } });
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    const diff = page.getByRole('group', { name: 'content' });
    await diff.getByText('line 0 ').waitFor();
    await diff.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await diff.getByText('more lines are not shown').waitFor();
    expect(await page.getByRole('button', { name: /^Approve more/ }).count()).toBe(0);
    expect(await diff.locator('.exact').count()).toBeLessThan(500);
    await stage.owner.approvals.reject(approval);
  });

  it('offers no approval of what is too long for anybody to read, and takes no request for five megabytes [A8]', async () => {
    const write = (content: string) => ({ ...writeNote, tool_params: { path: 'huge.txt', content } });
    const tooMuch = stage.agent.executeTool(stage.projectId, write('x'.repeat(5 * 1024 * 1024)));
    expect(await refused(tooMuch)).toMatchObject({ status: 413 });
    const { approval } = await askFor(stage, write('All work and no play.\n'.repeat(170_000)));
    const { page } = await stage.visit({ path: `/a/${approval.approval_id}` });
    await page.getByText('Too much of this call').waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await press(page, /^Reject/);
    await press(page, 'Reject');
    await page.getByText('by Olga').waitFor();
  });

  it.each([false, true])('has nothing that axe objects to, in the dark: %s', async (isDark) => {
    const { approval } = await askFor(stage, { note: 'to see whether it works' });
    const { approval: write } = await askFor(stage, writeNote);
    const { page } = await stage.visit({ isDark });
    await page.getByRole('heading', { name: /wait for you/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${stage.url}/a/${approval.approval_id}`);
    await press(page, /^Approve more/);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await press(page, /^Reject/);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await press(page, /^Edit/);
    await page.getByLabel('timeout').fill('40');
    await page.getByText('Judged again:').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(stage.url);
    await page.getByRole('checkbox', { name: /^Select \d/ }).check();
    await page.getByRole('button', { name: 'Review and decide' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    for (const each of [approval, write]) await stage.owner.approvals.reject(each);
    await page.goto(`${stage.url}/a/${approval.approval_id}?shown=decided`);
    await page.getByText('by Olga').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${stage.url}/sign-in`);
    await page.getByRole('heading').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it.each([
    ['Русский', 'Ожидают', 'ru'],
    ['中文', '等待中', 'zh'],
  ])('speaks %s', async (language, waiting, code) => {
    const { approval } = await askFor(stage);
    const { page } = await stage.visit();
    await page.getByRole('button', { name: 'Preferences' }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await page.getByRole('link', { name: waiting }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    await stage.owner.approvals.reject(approval);
  });

  it('sends a person whose link is spent to a page that says what to do', async () => {
    const answer = await rawRequest(stage.url, '/auth/link?ticket=spent', { headers: { accept: 'text/html' } });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/sign-in?problem=link_spent' } });
    const { page } = await stage.visit({ path: '/' });
    await page.context().clearCookies();
    await page.goto(`${stage.url}/sign-in?problem=link_spent`);
    await page.getByRole('heading', { name: 'That link does not work any more' }).waitFor();
    await page.goto(`${stage.url}/`);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  });

  it('is served with a policy that lets nothing inline run, its files kept for long and itself not', async () => {
    const page = await rawRequest(stage.url, '/a/anything', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers['cache-control']).toBe('no-store');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)![1]!;
    const asset = await rawRequest(stage.url, script, { headers: {} });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await rawRequest(stage.url, '/assets/../package.json')).toMatchObject({ status: 404 });
    expect(await rawRequest(stage.url, '/my/nothing', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
    });
  });
});

describe('the first load of the page', () => {
  it('is at most 200 KB of packed JavaScript', () => {
    const html = readFileSync(new URL('index.html', dist), 'utf8');
    const names = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(1);
    const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist))).length, 0);
    expect(bytes).toBeLessThan(firstLoadBytesMax);
    expect(readdirSync(new URL('assets/', dist)).length).toBeGreaterThan(names.length);
  });
});
