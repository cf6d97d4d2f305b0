import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { botToken } from '../apps/telegram/test/bot-api-server.ts';
import { askFor } from './harness/calls.ts';
import { childEnv, processPatienceMs } from './harness/child-env.ts';
import { ownStage, type Stage } from './harness/stage.ts';
import { type Bot, botOnStage, olga, sqlite } from './telegram/bot-on-stage.ts';

const program = new URL('../apps/telegram/src/main.ts', import.meta.url).pathname;

/** The front as a process of its own, with what a person would set. */
function startProcess(stage: Stage, bot: Bot, more: NodeJS.ProcessEnv = {}) {
  bot.api.patienceMs = processPatienceMs;
  const child = spawn(process.execPath, [program], {
    env: childEnv(stage.dataDir, {
      COUNTERSIGN_DATA_DIR: stage.dataDir,
      COUNTERSIGN_SERVER: stage.url,
      COUNTERSIGN_TELEGRAM_TOKEN: botToken,
      COUNTERSIGN_TELEGRAM_API_URL: bot.api.url,
      ...more,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      bot.api.look();
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended, ready: () => bot.api.until('the process', () => said.includes('"type":"ready"')) };
}

describe('the process of the bot', { timeout: processPatienceMs }, () => {
  it('goes on after it was killed: nothing is lost, and nothing comes twice [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    await bot.stop();
    const first = startProcess(stage, bot);
    await first.ready();
    const { approval } = await askFor(stage);
    const request = await bot.api.message(olga, 'the request', ({ text }) => text.includes('npm'));
    // What follows is sent after it was noted that the request arrived.
    await bot.api.says(olga, '/help');
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    first.child.kill('SIGKILL');
    await first.ended;
    await stage.member.approvals.approve(approval);

    const second = startProcess(stage, bot);
    const edited = await bot.api.message(olga, 'the decision', ({ text }) => text.includes('Approved by Mia'));
    expect(edited.id).toBe(request.id);
    expect(bot.api.seenBy(olga).filter(({ text }) => text.includes('npm'))).toHaveLength(1);
    second.child.kill('SIGTERM');
    const { code, said } = await second.ended;
    expect(code).toBe(0);
    for (const secret of [botToken, stage.cast.owner]) expect(said).not.toContain(secret);
  });

  it('says what to do where it cannot work, and keeps its token to itself [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const beside = await startProcess(stage, bot).ended;
    expect(beside.code).toBe(1);
    expect(beside.said).toContain('Another Telegram front works with this data folder');
    await bot.stop();
    const wrong = '4711:of-another-bot';
    const [unknown, none] = await Promise.all([
      startProcess(stage, bot, { COUNTERSIGN_TELEGRAM_TOKEN: wrong }).ended,
      startProcess(stage, bot, { COUNTERSIGN_TELEGRAM_TOKEN: '' }).ended,
    ]);
    expect(unknown.code).toBe(64);
    expect(unknown.said).toContain('Telegram does not know this bot');
    expect(unknown.said).not.toContain(wrong);
    expect(none.code).toBe(64);
    expect(none.said).toContain('telegram_token');
  });
});
