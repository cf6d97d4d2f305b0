import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { ConfigError, loadConfig } from '@countersign/config';
import { reasonOf, withoutSecrets } from './log.ts';
import { settingsOf } from './settings-of.ts';
import { SetupError } from './setup-error.ts';
import { startFront } from './start-front.ts';
import { UsersFileError } from './users-file.ts';

/** The process: reads the configuration, starts, tells its parent that it listens, and stops when asked. */
async function main(): Promise<void> {
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, () => stop.abort());
  const secrets: string[] = [];
  try {
    const { config } = loadConfig({
      flags: {},
      env: process.env,
      cwd: process.cwd(),
      homedir: homedir(),
      platform: process.platform,
      readFile: (path) => readFileSync(path, 'utf8'),
    });
    const { telegram } = config;
    secrets.push(telegram.token ?? '', telegram.webhookSecret ?? '');
    const front = await startFront(settingsOf(config), {}, stop.signal);
    tell({ type: 'ready', bot: front.botName });
    await stopped;
    setTimeout(() => process.exit(1), config.shutdownGraceMs).unref();
    await front.close();
    process.exit(0);
  } catch (error) {
    if (stop.signal.aborted) process.exit(0);
    process.stderr.write(`countersign telegram: ${withoutSecrets(explain(error), secrets)}\n`);
    process.exit(isHopeless(error) ? hopelessCode : 1);
  }
}

/** What a supervisor takes for: trying again changes nothing. */
const hopelessCode = 64;

function isHopeless(error: unknown): boolean {
  return error instanceof ConfigError || error instanceof UsersFileError || error instanceof SetupError;
}

function tell(message: Readonly<Record<string, unknown>>): void {
  if (process.send) process.send(message);
  else process.stdout.write(`${JSON.stringify(message)}\n`);
}

function explain(error: unknown): string {
  const { code, errstr, port } = error as { code?: string; errstr?: string; port?: number };
  if (code === 'ERR_SQLITE_ERROR' && errstr?.includes('locked'))
    return 'Another Telegram front works with this data folder. Stop it first.';
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set telegram_webhook_port to another one.`;
  return reasonOf(error);
}

void main();
