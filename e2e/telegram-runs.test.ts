import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { SeenMessage } from '../apps/telegram/test/bot-api-server.ts';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { npmTest } from './harness/calls.ts';
import { type ModelScript, scriptedModels } from './harness/scripted-models.ts';
import { ownStage, type Stage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';
import { type Bot, botOnStage, mia, olga } from './telegram/bot-on-stage.ts';

const testing = { name: npmTest.tool_name, arguments: npmTest.tool_params };

const scripts = {
  hello: { answers: [{ text: 'Hello *you* <b>there</b>‮!' }] },
  long: { answers: [{ text: `${'word '.repeat(1_500)}end` }] },
  asking: { answers: [{ text: 'I test.', tool_calls: [testing] }, { text: 'All of it is tested.' }] },
  steerable: {
    answers: [
      { text: 'Tea?', tool_calls: [testing] },
      { when: 'coffee', text: 'Then coffee.' },
      { text: 'Tea it is.' },
    ],
  },
  broken: { answers: [{ error: { class: 'auth', message: 'The key is wrong.' } }] },
} as const satisfies Record<string, ModelScript>;

describeOnEachDatabase('tasks by Telegram', (database) => {
  const open = async (name: keyof typeof scripts): Promise<{ stage: Stage; bot: Bot }> => {
    const { models } = scriptedModels(onTestFinished, { [name]: scripts[name] });
    const stage = await ownStage(database, { config: { models } });
    return { stage, bot: await botOnStage(stage) };
  };
  const says = (bot: Bot, text: string, chatId = olga): Promise<SeenMessage> =>
    bot.api.message(chatId, `"${text}"`, (message) => message.text.includes(text));
  const runsOf = async (stage: Stage) => (await stage.owner.runs.list(stage.projectId)).runs;

  it('answers a task with a reply to it, in one session, as the person who wrote [W6, W1]', async () => {
    const { stage, bot } = await open('hello');
    const first = await bot.api.says(olga, 'Say hello');
    const answer = await says(bot, 'Hello');
    expect(answer).toMatchObject({ text: 'Hello *you* <b>there</b>⟦U+202E⟧!', replyTo: first, buttons: [] });
    const second = await bot.api.says(olga, 'And again');
    await bot.api.message(olga, 'the second answer', ({ replyTo }) => replyTo === second);
    await bot.api.says(olga, '/new');
    const third = await bot.api.says(olga, 'And elsewhere');
    await bot.api.message(olga, 'the third answer', ({ replyTo, text }) => replyTo === third && text.includes('Hello'));
    const runs = await runsOf(stage);
    expect(runs.map(({ task }) => task)).toEqual(['And elsewhere', 'And again', 'Say hello']);
    expect(runs.map(({ user_id }) => user_id)).toEqual(Array(3).fill(stage.ids.owner));
    expect(runs[1]!.session_id).toBe(runs[2]!.session_id);
    expect(runs[0]!.session_id).not.toBe(runs[1]!.session_id);
  });

  it('makes one run of a task that comes twice, even where the bot has forgotten everything [W6, W2]', async () => {
    const { stage, bot } = await open('hello');
    bot.api.repeatUpdates = true;
    await bot.api.says(olga, 'Say hello');
    await says(bot, 'Hello');
    await bot.stop();
    await bot.start();
    await bot.api.says(olga, '/help');
    await says(bot, '/status');
    const answers = () => bot.api.seenBy(olga).filter(({ text }) => text.includes('Hello'));
    expect(answers()).toHaveLength(1);
    await bot.stop();
    for (const end of ['', '-wal', '-shm']) rmSync(join(stage.dataDir, `telegram.db${end}`), { force: true });
    await bot.start();
    await bot.api.until('the answer again', () => answers().length === 2);
    expect(await runsOf(stage)).toHaveLength(1);
  });

  it('parts a long answer, and loses nothing of it [W6]', async () => {
    const { bot } = await open('long');
    await bot.api.says(olga, 'Write a lot');
    await says(bot, 'end');
    const parts = bot.api.seenBy(olga).filter(({ text }) => text.startsWith('word '));
    expect(parts).toHaveLength(2);
    expect(parts.map(({ text }) => text).join('')).toBe(scripts.long.answers[0].text);
  });

  it('tells in words that a run could not go on [W6]', async () => {
    const { bot } = await open('broken');
    const task = await bot.api.says(olga, 'Try');
    const answer = await says(bot, 'It could not go on');
    expect(answer.replyTo).toBe(task);
    expect(answer.text).toContain('The key is wrong.');
  });

  it('shows how a run goes, asks, and takes that back when it has answered [W6]', async () => {
    const { stage, bot } = await open('asking');
    await startRunner(stage);
    const task = await bot.api.says(olga, 'Test it');
    const progress = await says(bot, 'Waits for an approval');
    expect(progress.replyTo).toBe(task);
    await bot.api.says(olga, '/status');
    expect((await says(bot, 'request for a decision')).text).toContain('Test it');
    await bot.api.presses(await says(bot, 'MEDIUM risk'), 'Approve once');
    expect((await says(bot, 'All of it is tested.')).replyTo).toBe(task);
    await bot.api.until('it to be taken back', () => !bot.api.seenBy(olga).some(({ id }) => id === progress.id));
  });

  it('steers a run by a reply to it, and takes one to an approval for no task [W6]', async () => {
    const { stage, bot } = await open('steerable');
    await startRunner(stage);
    const task = await bot.api.says(olga, 'Bring me something');
    const request = await says(bot, 'MEDIUM risk');
    await bot.api.says(olga, 'I do not like this', request);
    await says(bot, 'This text was not sent to anybody');
    await bot.api.says(olga, 'I would like coffee', task);
    await says(bot, 'Told the agent');
    await bot.api.presses(request, 'Approve once');
    expect((await says(bot, 'Then coffee.')).replyTo).toBe(task);
    expect(await runsOf(stage)).toHaveLength(1);
  });

  it('stops a run, and withdraws what it asked for [W6]', async () => {
    const { stage, bot } = await open('asking');
    await bot.api.says(olga, '/stop');
    await says(bot, 'Nothing is being worked on');
    await bot.api.says(olga, 'Test it');
    const request = await says(bot, 'MEDIUM risk');
    await bot.api.says(olga, '/stop');
    await says(bot, '🛑 Stopped');
    await bot.api.message(olga, 'the request', ({ id, text }) => id === request.id && text.includes('Withdrawn'));
    expect((await runsOf(stage))[0]).toMatchObject({ status: 'cancelled' });
  });

  it('shows requests to everybody of the project, and answers only to who gave the task [W6]', async () => {
    const { stage, bot } = await open('asking');
    await startRunner(stage);
    bot.allow(olga, mia);
    await bot.api.says(olga, 'Test it');
    await bot.api.presses(await says(bot, 'MEDIUM risk', mia), 'Approve once');
    await says(bot, 'All of it is tested.');
    await says(bot, 'Approved by Mia');
    await says(bot, 'Approved by Mia', mia);
    expect(bot.api.seenBy(mia)).toHaveLength(1);
  });

  it('completes a run that waited for an approval over a restart of everything [W6, W2, L2]', async () => {
    const { stage, bot } = await open('asking');
    const task = await bot.api.says(olga, 'Test it');
    const request = await says(bot, 'MEDIUM risk');
    await bot.stop();
    await stage.server.close();
    await bot.api.presses(request, 'Approve once');
    await stage.restart();
    const runner = await startRunner(stage);
    await bot.start();
    const answer = await asTimeGoesOn(bot, says(bot, 'All of it is tested.'));
    expect(answer.replyTo).toBe(task);
    expect(runner.executed).toHaveLength(1);
    await says(bot, 'Approved by');
    expect(bot.api.seenBy(olga).filter(({ text }) => text.includes('execute_command'))).toHaveLength(1);
    expect(await runsOf(stage)).toMatchObject([{ status: 'completed', answer: 'All of it is tested.' }]);
  });
});
