import type { CommandContext } from '../command-context.ts';
import { jsonText } from '../render/json-text.ts';
import { printable, printableLines } from '../render/printable.ts';
import { type CompanionLine, superviseCompanion } from '../supervisor/supervise-companion.ts';

/** The process that speaks with Telegram, as it comes with `countersign start` and with `countersign telegram`. */
export function startTelegram(context: CommandContext, env: NodeJS.ProcessEnv) {
  const { terminal, style } = context;
  return superviseCompanion({
    entry: terminal.telegramEntry(),
    args: [],
    env,
    clock: terminal,
    log: 'passed',
    onLine: (line) => tellReady(context, line),
    onEnd({ code, said, retryInMs }) {
      const next = retryInMs === null ? 'It is not started again.' : `It is started again in ${retryInMs / 1000} s.`;
      const words = printableLines(said).map((line) => `  ${line}\n`);
      const more = said === '' ? '' : words.join('');
      terminal.warn(`${style.bad('The Telegram bot ended')} (${code ?? 'no code'}). ${next}\n${more}`);
    },
  });
}

function tellReady({ terminal, isJson }: CommandContext, { type, bot }: CompanionLine): void {
  if (type !== 'ready') return;
  if (isJson) terminal.write(`${jsonText({ type: 'telegram', bot }, 0)}\n`);
  else terminal.warn(`Telegram: write to @${printable(String(bot))}. Who may: \`countersign telegram list\`.\n`);
}
