import { describe, expect, it } from 'vitest';
import { ownStage } from './harness/stage.ts';
import { type Bot, botOnStage, olga, sqlite } from './telegram/bot-on-stage.ts';

const secret = 'sixteen-characters-at-least';

async function webhookBot(): Promise<Bot> {
  const stage = await ownStage(sqlite);
  const bot = await botOnStage(stage, { webhook: { url: 'http://127.0.0.1', secret, host: '127.0.0.1', port: 0 } });
  const { url } = bot.api.webhook!;
  // Where a proxy would bring it.
  bot.api.webhook = { url: url.replace('127.0.0.1', `127.0.0.1:${bot.front.webhookPort}`), secret };
  return bot;
}

const help = {
  update_id: 7,
  message: { message_id: 1, date: 0, text: '/help', chat: { id: olga, type: 'private' }, from: { id: olga } },
};

function send(bot: Bot, options: { path?: string; token?: string | null; body?: string; method?: string } = {}) {
  const { url } = bot.api.webhook!;
  const { path, token = secret, body = JSON.stringify(help), method = 'POST' } = options;
  const headers = token === null ? {} : { 'x-telegram-bot-api-secret-token': token };
  const target = path === undefined ? url : new URL(path, url);
  return fetch(target, { method, headers, ...(method === 'POST' ? { body } : {}) });
}

describe('the webhook', () => {
  it('is told to Telegram with a secret, and takes what comes with it, once [W6]', async () => {
    const bot = await webhookBot();
    const told = bot.api.calls.find(({ method }) => method === 'setWebhook')!;
    expect(told.body).toMatchObject({ secret_token: secret, max_connections: 1 });
    expect(String(told.body.url)).not.toContain(secret);
    expect((await send(bot)).status).toBe(200);
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    expect((await send(bot)).status).toBe(200);
    await bot.api.says(olga, '/new');
    await bot.api.message(olga, 'the answer', ({ text }) => text.includes('begins a new'));
    expect(bot.api.seenBy(olga)).toHaveLength(2);
    expect(bot.api.countOf('getUpdates')).toBe(0);
  });

  it('tells nothing to whoever lacks the secret, and does nothing for them [W6]', async () => {
    const bot = await webhookBot();
    const tries = [
      { token: null },
      { token: 'sixteen-characters-at-leasT' },
      { token: '' },
      { path: '/' },
      { path: `/${secret}` },
      { method: 'GET' },
    ];
    for (const each of tries) expect((await send(bot, each)).status).toBe(404);
    expect((await send(bot, { body: 'no json' })).status).toBe(400);
    expect((await send(bot, { body: '{"update_id":"x"}' })).status).toBe(400);
    expect((await send(bot, { body: 'null' })).status).toBe(400);
    await send(bot, { body: `"${'x'.repeat(1024 * 1024)}"` }).then(
      ({ status }) => expect(status).toBe(413),
      () => 'it hung up before all of it was sent',
    );
    await bot.api.says(olga, '/new');
    await bot.api.message(olga, 'the answer', ({ text }) => text.includes('begins a new'));
    expect(bot.api.seenBy(olga)).toHaveLength(1);
  });
});
