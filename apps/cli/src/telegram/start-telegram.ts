import { environmentOfFlags } from '@countersign/config';
import type { CommandContext } from '../command-context.ts';
import { printableLines } from '../render/printable.ts';
import { superviseCompanion } from '../supervisor/supervise-companion.ts';

/** The process that speaks with Telegram, as it comes with `countersign start` and with `countersign telegram`. */
export function startTelegram(context: CommandContext, server: string | null) {
  const { terminal, style, flags } = context;
  return superviseCompanion({
    entry: terminal.telegramEntry(),
    args: [],
    env: {
      ...terminal.env,
      ...environmentOfFlags(flags),
      ...(server === null ? {} : { COUNTERSIGN_SERVER: server }),
    },
    clock: terminal,
    log: 'passed',
    onLine: () => {},
    onEnd({ code, said, retryInMs }) {
      const next = retryInMs === null ? 'It is not started again.' : `It is started again in ${retryInMs / 1000} s.`;
      const words =
        said === ''
          ? ''
          : printableLines(said)
              .map((line) => `  ${line}\n`)
              .join('');
      terminal.warn(`${style.bad('The Telegram bot ended')} (${code ?? 'no code'}). ${next}\n${words}`);
    },
  });
}
