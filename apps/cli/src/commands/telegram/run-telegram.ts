import { environmentOfFlags } from '@countersign/config';
import { command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { listenForStop } from '../../supervisor/listen-for-stop.ts';
import { startTelegram } from '../../telegram/start-telegram.ts';
import { ToldError } from '../../told-error.ts';

export const runTelegram = command({
  summary: 'Give tasks and decide in Telegram',
  details:
    'Starts the bot whose token is in telegram_token (COUNTERSIGN_TELEGRAM_TOKEN), and starts it again when it ends without being told\nto. `countersign start` does the same where a token is set. Only people who were allowed can use it.',
  examples: [
    ['telegram', 'the bot alone, beside a server that runs'],
    ['telegram allow 123456789', 'somebody who may use it'],
  ],
  async run(context) {
    const { terminal, flags } = context;
    if (context.config().config.telegram.token === null)
      throw new ToldError('There is no bot: telegram_token is not set.', {
        next: 'Make a bot with @BotFather and set COUNTERSIGN_TELEGRAM_TOKEN (or COUNTERSIGN_TELEGRAM_TOKEN_FILE).',
        exitCode: exitCodes.usage,
      });
    const bot = startTelegram(context, { ...terminal.env, ...environmentOfFlags(flags) });
    const stop = listenForStop(
      () => bot.stop(),
      () => {},
    );
    const end = await bot.ended.finally(() => stop.letGo());
    return end?.code ?? exitCodes.ok;
  },
});
