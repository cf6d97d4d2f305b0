import { Type } from 'typebox';
import { Address, file, Path, setting } from './setting.ts';

/** W6: the bot. It runs only where it has a token. */
export const telegramSettings = {
  telegram_token: setting(
    'telegram_token',
    // It becomes a part of an address.
    Type.String({ pattern: '^[A-Za-z0-9:_-]{1,200}$' }),
    null,
    'Token of the Telegram bot; there is none where this is not set',
    { allowed: 'the token that @BotFather gave', secrecy: 'whole', flag: null },
  ),
  telegram_api_url: setting('telegram_api_url', Address, 'https://api.telegram.org', 'Bot API server', {
    allowed: 'an http or https address, such as that of a local Bot API server, without credentials',
  }),
  telegram_mode: setting(
    'telegram_mode',
    Type.Enum(['polling', 'webhook']),
    'polling',
    'How messages arrive: asked for, or sent to telegram_webhook_url',
  ),
  telegram_webhook_url: setting(
    'telegram_webhook_url',
    Type.String({ pattern: '^https?://[^@\\s]+$', maxLength: 500 }),
    null,
    'Address under which Telegram reaches the bot; needed by telegram_mode webhook',
    { allowed: 'an https address, without credentials' },
  ),
  telegram_webhook_secret: setting(
    'telegram_webhook_secret',
    Type.String({ pattern: '^[A-Za-z0-9_-]{16,256}$' }),
    null,
    'What Telegram has to send along with every message; needed by telegram_mode webhook',
    { allowed: '16 to 256 letters, digits, _ and -, chosen at random', secrecy: 'whole', flag: null },
  ),
  telegram_webhook_port: setting(
    'telegram_webhook_port',
    Type.Integer({ minimum: 0, maximum: 65_535 }),
    7718,
    'Port on which the bot listens for Telegram; 0 for any free one',
  ),
  telegram_users_file: setting(
    'telegram_users_file',
    Path,
    null,
    'Who may use the bot, and as which user; else telegram-users.json of the data folder',
    { allowed: file },
  ),
} as const;
