import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsOf } from './settings-of.ts';

type Given = Partial<ReturnType<typeof defaultConfig>>;

function settings(more: Given = {}, telegram: Partial<ReturnType<typeof defaultConfig>['telegram']> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-front-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const config = defaultConfig();
  const bot = { ...config.telegram, token: '1:t', ...telegram };
  return { dataDir, read: () => settingsOf({ ...config, dataDir, ...more, telegram: bot }) };
}

describe('the settings of the front', () => {
  it('finds the server of its data folder, and keeps its state there', () => {
    const { dataDir, read } = settings({ server: null });
    expect(read().serverUrl).toBe('http://127.0.0.1:7717');
    writeFileSync(join(dataDir, 'server.json'), '{"address":"http://127.0.0.1:81","pid":1}');
    expect(read()).toMatchObject({
      serverUrl: 'http://127.0.0.1:81',
      stateFile: join(dataDir, 'telegram.db'),
      usersFile: join(dataDir, 'telegram-users.json'),
      webhook: null,
    });
  });

  it.each([
    [
      'where the page is said to be',
      { publicUrl: 'https://cs.example', server: 'http://127.0.0.1:1' },
      'https://cs.example',
    ],
    ['to a server that is elsewhere', { publicUrl: null, server: 'http://10.0.0.7:7717' }, 'http://10.0.0.7:7717'],
    ['nowhere, where a phone could not get to', { publicUrl: null, server: 'http://localhost:7717' }, null],
  ])('opens requests %s', (_, given, pageUrl) => {
    expect(settings(given).read().pageUrl).toBe(pageUrl);
  });

  it('wants a token, and all of a webhook or none', () => {
    expect(settings({}, { token: null }).read).toThrow('@BotFather');
    expect(settings({}, { mode: 'webhook' }).read).toThrow('telegram_webhook_url');
    const webhook = {
      mode: 'webhook',
      webhookUrl: 'https://h',
      webhookSecret: 's'.repeat(16),
      webhookPort: 9,
    } as const;
    expect(settings({}, webhook).read().webhook).toMatchObject({ url: 'https://h', port: 9 });
  });
});
