import { spawnSync } from 'node:child_process';
import type { Client } from '@countersign/client';
import { databases } from '@countersign/testing';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { newLink } from '../harness/browser.ts';
import { type Stage, type StageOptions, useStage } from '../harness/stage.ts';

/** Debian's; tests that need it are skipped where it is not, and counted. */
const executablePath = spawnSync('sh', ['-c', 'command -v chromium-headless-shell || command -v chromium'], {
  encoding: 'utf8',
}).stdout.trim();

/** A busy machine is no fault of the page: what is waited for comes when it comes. */
const testMsMax = 120_000;
const actionMsMax = 60_000;

type Visit = { readonly page: Page; readonly context: BrowserContext };
type VisitOptions = {
  readonly as?: Client;
  readonly path?: string;
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
  readonly width?: number;
  /** What is done to the browser before it goes anywhere. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
};

export type BrowserStage = Stage & { visit(options?: VisitOptions): Promise<Visit> };

/** One server and one browser for all tests of a suite. After each test nothing may have gone wrong in any page. */
export function describeInBrowser(
  title: string,
  suite: (stage: BrowserStage) => void,
  options: StageOptions = {},
): void {
  const database = databases.find(({ isMissing }) => !isMissing)!;
  const run = executablePath === '' ? describe.skip : describe;
  run(title, { timeout: testMsMax }, () => {
    const stage = useStage(database, options) as BrowserStage;
    const open: BrowserContext[] = [];
    const faults: string[] = [];
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      Object.assign(stage, { visit: (wanted: VisitOptions = {}) => visit(browser, stage, wanted, open, faults) });
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((context) => context.close()));
      expect(faults.splice(0)).toEqual([]);
    });
    afterAll(() => browser.close());
    suite(stage);
  });
}

/** A browser of its own for a person, signed in by a link. */
async function visit(
  browser: Browser,
  stage: Stage,
  { as = stage.owner, path = '/', isPhone = false, isDark = false, width = 1280, prepare }: VisitOptions,
  open: BrowserContext[],
  faults: string[],
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width, height: 800 },
    colorScheme: isDark ? 'dark' : 'light',
    locale: 'en-GB',
    ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
  });
  open.push(context);
  context.setDefaultTimeout(actionMsMax);
  // The page's clock shows what that of the server does; its timers go on.
  await context.clock.setFixedTime(stage.clock.now());
  await prepare?.(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.url) && !request.url().startsWith('data:'))
      faults.push(`asked another server: ${request.url()}`);
  });
  // The cookie of the link is all that is needed of it; the page is loaded once.
  await context.request.get(stage.url + (await newLink(as)), { maxRedirects: 0 });
  await page.goto(stage.url + path);
  await isLive(page);
  return { page, context };
}

/** Until the stream is open, and what is shown is kept up to date. */
export async function isLive(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
}

/** Presses a button as a person does who has looked at the card for a moment. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect.poll(() => button.getAttribute('aria-disabled')).not.toBe('true');
  await button.click();
}

const tabsMax = 60;

/** Goes on by Tab until something has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let pressed = 0; pressed < tabsMax; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('it cannot be reached by Tab');
}
