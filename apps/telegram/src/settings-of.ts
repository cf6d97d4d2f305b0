import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, isLoopbackHost } from '@countersign/config';
import { SetupError } from './setup-error.ts';
import type { FrontSettings } from './start-front.ts';

const usersFileName = 'telegram-users.json';
const stateFileName = 'telegram.db';
const serverDefault = 'http://127.0.0.1:7717';

/** What the front needs of the configuration. Throws where something is missing, and says what to do. */
export function settingsOf({ telegram, dataDir, host, server, publicUrl }: Config): FrontSettings {
  if (telegram.token === null)
    throw new SetupError('There is no bot: set telegram_token (COUNTERSIGN_TELEGRAM_TOKEN) to what @BotFather gave.');
  const serverUrl = server ?? runningServer(dataDir) ?? serverDefault;
  return {
    token: telegram.token,
    apiUrl: telegram.apiUrl,
    webhook: telegram.mode === 'webhook' ? webhookOf(telegram, host) : null,
    usersFile: telegram.usersFile ?? join(dataDir, usersFileName),
    stateFile: join(dataDir, stateFileName),
    serverUrl,
    pageUrl: publicUrl ?? (isReachable(serverUrl) ? new URL(serverUrl).origin : null),
  };
}

function webhookOf(
  { webhookUrl, webhookSecret, webhookPort }: Config['telegram'],
  host: string,
): FrontSettings['webhook'] {
  if (webhookUrl === null || webhookSecret === null)
    throw new SetupError(
      'The mode webhook needs telegram_webhook_url and telegram_webhook_secret. Or use the mode polling.',
    );
  return { url: webhookUrl, secret: webhookSecret, host, port: webhookPort };
}

/** Telegram takes no button that leads to the machine it is on, and a phone could not follow it. */
function isReachable(url: string): boolean {
  return !isLoopbackHost(new URL(url).hostname);
}

/** Where the server that runs from this data folder says it is. */
function runningServer(dataDir: string): string | null {
  try {
    const { address } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { address?: unknown };
    return typeof address === 'string' ? new URL(address).origin : null;
  } catch {
    return null;
  }
}
