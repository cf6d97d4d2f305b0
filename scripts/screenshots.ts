import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from './root.ts';
import { addExampleHabits } from './screenshots/example-habits.ts';
import { addExamplePeople } from './screenshots/example-people.ts';
import { askForRequest } from './screenshots/example-request.ts';
import { announceExampleRunners } from './screenshots/example-runners.ts';
import { askForExamples, type ExampleServer, startExampleServer } from './screenshots/example-server.ts';
import { addExampleServices, pizzeriaDocument } from './screenshots/example-services.ts';
import { startExampleSessions } from './screenshots/example-sessions.ts';

/**
 * `npm run screenshots`: pictures of every page from the running product, wide and as on a phone, light and dark. With
 * names as arguments only those.
 */
const folder = join(root, 'docs/screenshots');
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;
const pictureBytesMax = 250 * 1024;

type Shot = {
  readonly name: string;
  readonly path: (server: ExampleServer) => string;
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page, size: keyof typeof sizes) => Promise<void>;
};

const approvalNamed = (text: string) => (server: ExampleServer) => `/a/${server.approvalIds[text]}`;
const sessionNamed =
  (text: string, search = '') =>
  (server: ExampleServer) =>
    `/sessions/${server.sessionIds[text]}${search}`;

const firstShots: readonly Shot[] = [
  { name: 'first-run', path: () => '/', prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
];

const shots: readonly Shot[] = [
  { name: 'inbox', path: () => '/' },
  { name: 'approval-script', path: approvalNamed('script') },
  { name: 'approval-edit-diff', path: approvalNamed('diff') },
  { name: 'approval-command', path: approvalNamed('command') },
  { name: 'approval-hostile', path: approvalNamed('hostile') },
  {
    name: 'approve-more',
    path: approvalNamed('command'),
    prepare: async (page) => {
      await page.getByRole('button', { name: /more…/i }).click();
      await page.getByRole('radio').nth(1).check();
    },
  },
  {
    name: 'reject',
    path: approvalNamed('diff'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('button', { name: 'Not now.' }).click();
    },
  },
  {
    name: 'edit',
    path: approvalNamed('command'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('args').fill('run\nlint');
      await page.getByText('Judged again').waitFor();
    },
  },
  {
    name: 'batch',
    path: () => '/',
    prepare: async (page) => {
      for (const box of await page.getByRole('checkbox', { name: /^Select (git|npm|write)/ }).all()) await box.check();
      await page.getByRole('button', { name: 'Review and decide' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'approval-request', path: approvalNamed('request') },
  {
    name: 'filter',
    path: () => '/?shown=decided',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByLabel('Outcome').selectOption({ index: 1 });
    },
  },
  { name: 'decided', path: approvalNamed('decided') },
  { name: 'sessions', path: () => '/sessions' },
  { name: 'session-chat', path: sessionNamed('waiting') },
  { name: 'session-timeline', path: sessionNamed('done', '?view=timeline') },
  {
    name: 'session-output',
    path: sessionNamed('printing'),
    prepare: async (page) => {
      await page.getByRole('button', { name: /seq 1 200/ }).click();
      await page.getByText('# slow').first().waitFor();
    },
  },
  {
    name: 'approve-everything',
    path: sessionNamed('waiting'),
    prepare: async (page, size) => {
      if (size === 'phone') await page.getByRole('button', { name: 'What can be done' }).click();
      await page.getByRole(size === 'phone' ? 'menuitem' : 'button', { name: /Approve everything/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'rules', path: () => '/rules' },
  { name: 'rules-remembered', path: () => '/rules/remembered' },
  {
    name: 'explain',
    path: () => '/rules/explain',
    prepare: async (page) => {
      await page.getByLabel('Tool').selectOption('bash');
      await page.getByRole('textbox', { name: 'cmd' }).fill('git status\nnpm publish --access public');
      await page.getByText('A person would be asked.').waitFor();
    },
  },
  {
    name: 'new-rule',
    path: approvalNamed('command'),
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Make a rule from this call' }).click();
      await page
        .getByRole('radio', { name: /outcome: allow/ })
        .nth(1)
        .check();
      await page.getByText('Newly allowed').waitFor();
    },
  },
  {
    name: 'edit-policy',
    path: () => '/rules/edit',
    prepare: async (page) => {
      const editor = page.getByRole('textbox', { name: 'Text of the policy' });
      await editor.fill(
        `${await editor.inputValue()}\n  - { id: add, match: { command: git, subcommand: add }, outcome: allow }\n`,
      );
      await page.getByText('This can be used.').waitFor();
    },
  },
  { name: 'habits', path: () => '/figures' },
  { name: 'tools', path: () => '/tools' },
  { name: 'tool', path: () => '/tools/tool/oven__order_pizza' },
  { name: 'sources', path: () => '/tools/sources' },
  { name: 'source', path: () => '/tools/sources/pizzeria' },
  { name: 'add-source', path: () => '/tools/add' },
  {
    name: 'add-source-found',
    path: () => '/tools/add',
    prepare: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('trattoria');
      await page.getByLabel('In a file or pasted').check();
      await page.getByLabel('Document', { exact: true }).fill(pizzeriaDocument);
      await page.getByLabel('Requests may go to private addresses').check();
      await page.getByRole('button', { name: 'Look at it' }).click();
      await page.getByRole('heading', { name: '7 tools found' }).waitFor();
    },
  },
  {
    name: 'refresh-source',
    path: () => '/tools/sources/pizzeria',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Look again' }).click();
      await page.getByText('Nothing has changed').waitFor();
      await page.getByLabel('A newer document').fill(pizzeriaDocument.replace('Order pizzas.', 'Order and pay.'));
      await page.getByRole('button', { name: 'Look at this document' }).click();
      await page.getByText('1 tool is not as it was').scrollIntoViewIfNeeded();
    },
  },
  { name: 'secrets', path: () => '/tools/secrets' },
  { name: 'runners', path: () => '/runners' },
  {
    name: 'pair-runner',
    path: () => '/runners',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Pair a runner' }).click();
      await page.getByText('Waiting for the runner').waitFor();
    },
  },
  { name: 'people', path: () => '/people' },
  { name: 'people-projects', path: () => '/people/projects' },
  { name: 'people-tokens', path: () => '/people/tokens?state=any' },
  {
    name: 'new-token',
    path: () => '/people/tokens',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make a token' }).click();
      // Each picture makes one more: names of people's tokens may be the same.
      await page.getByRole('radio', { name: /^Person/ }).check();
      await page.getByRole('textbox', { name: 'Name' }).fill('tablet');
      await page.getByRole('button', { name: 'Make it' }).click();
      await page.getByText('This is the secret.').waitFor();
    },
  },
  {
    name: 'audit',
    path: () => '/audit?type=approval.',
    prepare: async (page) => {
      await page.locator('summary').nth(1).click();
      await page.getByText('As it was written').first().waitFor();
    },
  },
  { name: 'audit-server', path: () => '/audit?log=server' },
  {
    name: 'verify',
    path: () => '/audit',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('The log is whole').waitFor();
    },
  },
  { name: 'settings', path: () => '/settings' },
  { name: 'health', path: () => '/health' },
  { name: 'history', path: () => '/?shown=decided' },
  {
    name: 'help',
    path: () => '/',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'preferences',
    path: () => '/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Preferences' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
];

const wanted = new Set(process.argv.slice(2));
const server = await startExampleServer();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  if (wanted.size === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const state = await signIn(browser, server);
  await takeAll(firstShots, state);
  await addExampleHabits(server);
  await askForExamples(server);
  await startExampleSessions(server);
  addExamplePeople(server);
  await announceExampleRunners(server);
  const closeServices = await addExampleServices(server);
  await askForRequest(server);
  await takeAll(shots, state);
  await closeServices();
  const signedOut: Shot = { name: 'sign-in', path: () => '/auth/link?ticket=spent' };
  await takeAll([signedOut], { cookies: [], origins: [] });
} finally {
  await browser.close();
  await server.close();
}
makeSmaller();

/** Fewer colours, a third of the size, and nothing that one sees: the repository keeps every picture there ever was. */
function makeSmaller(): void {
  const names = readdirSync(folder).filter(
    (name) => wanted.size === 0 || wanted.has(name.replace(/-(wide|phone)-.*/, '')),
  );
  const files = names.map((name) => join(folder, name));
  const { error } = spawnSync('pngquant', ['--force', '--ext', '.png', '--quality', '85-100', ...files]);
  if (error) console.log('The pictures are larger than they need to be: apt-get install pngquant');
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(opened: Browser, { link }: ExampleServer): Promise<State> {
  const context = await opened.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('main').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function takeAll(list: readonly Shot[], storageState: State): Promise<void> {
  for (const shot of list) {
    if (wanted.size > 0 && !wanted.has(shot.name)) continue;
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
      await Promise.all(themes.map((theme) => take(shot, size, theme, storageState)));
  }
}

async function take(
  { name, path, prepare }: Shot,
  size: keyof typeof sizes,
  theme: (typeof themes)[number],
  storageState: State,
): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    storageState,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...(size === 'phone' ? { isMobile: true, hasTouch: true } : {}),
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
  });
  await page.goto(server.address + path(server), { waitUntil: 'domcontentloaded' });
  await page.getByRole('main').first().waitFor();
  if (storageState.cookies.length > 0) await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes('Loading…'));
  await prepare?.(page, size);
  // Buttons that have just appeared are armed after a moment, and look like it.
  await page.waitForTimeout(700);
  const { length } = await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
  if (length > pictureBytesMax)
    throw new Error(`${name} is too large for a picture in the repository: ${length} bytes`);
  await context.close();
  console.log(`${name} ${size} ${theme}`);
}
