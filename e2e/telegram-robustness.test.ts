import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SeenMessage } from '../apps/telegram/test/bot-api-server.ts';
import { asTimeGoesOn } from './harness/as-time-goes-on.ts';
import { askFor } from './harness/calls.ts';
import { ownStage } from './harness/stage.ts';
import { type Bot, botOnStage, mia, olga, sqlite } from './telegram/bot-on-stage.ts';

const file = (path: string) => ({ tool_name: 'write_file', tool_params: { path, content: 'x' } }) as const;

const about = (bot: Bot, path: string, chatId = olga): SeenMessage[] =>
  bot.api.seenBy(chatId).filter(({ text }) => text.includes(path));

function shown(bot: Bot, path: string, chatId = olga): Promise<SeenMessage> {
  return bot.api.until(`the request about ${path}`, () => about(bot, path, chatId)[0]);
}

function edited(bot: Bot, { id, chatId }: SeenMessage, text: string): Promise<SeenMessage> {
  return bot.api.message(chatId, `"${text}"`, (message) => message.id === id && message.text.includes(text));
}

describe('a bot in trouble', () => {
  it('catches up after a restart: what it missed comes, what was decided is edited, nothing comes twice [W6, L2]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage, file('before.txt'));
    await askFor(stage, file('kept.txt'));
    const before = await shown(bot, 'before.txt');
    await shown(bot, 'kept.txt');
    await bot.stop();
    await stage.member.approvals.approve(approval);
    await askFor(stage, file('missed.txt'));
    await bot.start();
    await edited(bot, before, 'Approved by Mia');
    await shown(bot, 'missed.txt');
    await bot.api.says(olga, '/help');
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    for (const path of ['before.txt', 'kept.txt', 'missed.txt']) expect(about(bot, path)).toHaveLength(1);
    expect(bot.api.countOf('sendMessage')).toBe(4);
  });

  it('does what came while it was away, once, also where it was killed before Telegram knew [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage, file('a.txt'));
    const message = await shown(bot, 'a.txt');
    await bot.stop();
    await bot.api.presses(message, 'Reject');
    await bot.start();
    await edited(bot, message, 'Rejected by');
    // It asks again without saying how far it was: what is not confirmed comes a second time.
    await bot.stop();
    await bot.start();
    await bot.api.says(olga, '/new');
    await bot.api.message(olga, 'the answer', ({ text }) => text.includes('begins a new'));
    await bot.api.until('all of it to be confirmed', () => bot.api.unconfirmed === 0);
    expect(bot.api.toasts).toEqual(['Rejecting …']);
    const { decision } = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(decision).toMatchObject({ decision: 'reject', decided_by: { user_id: stage.ids.owner } });
  });

  it('sends a request again when it cannot know that it arrived, and knows both afterwards [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.api.fail('sendMessage', 'lost');
    await askFor(stage, file('twice.txt'));
    await asTimeGoesOn(
      bot,
      bot.api.until('both', () => about(bot, 'twice.txt').length === 2),
    );
    const [lost, second] = about(bot, 'twice.txt') as [SeenMessage, SeenMessage];
    await bot.api.presses(lost, 'Approve once');
    await edited(bot, second, 'Approved by');
    await edited(bot, lost, 'Approved by');
  });

  it('keeps what it has to say while Telegram is away [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.api.fail('sendMessage', 'unsent', { code: 502, description: 'Bad Gateway' }, 'unsent');
    await askFor(stage, file('late.txt'));
    await asTimeGoesOn(bot, shown(bot, 'late.txt'));
    expect(about(bot, 'late.txt')).toHaveLength(1);
    expect(bot.api.countOf('sendMessage')).toBe(4);
  });

  it('sends nothing for as long as Telegram asks it to [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.api.fail('sendMessage', { code: 429, description: 'Too Many Requests: retry after 7', retryAfter: 7 });
    await askFor(stage, file('a.txt'));
    await bot.api.until('the refusal', () => bot.api.countOf('sendMessage') === 1);
    await askFor(stage, file('b.txt'));
    await bot.api.until('the word in the log', () => bot.log.some((line) => line.includes('"wait_ms":7000')));
    bot.clock.advance(6_999);
    await bot.api.says(olga, '/help');
    await bot.api.until('it to be taken', () => bot.api.unconfirmed === 0);
    expect(bot.api.countOf('sendMessage')).toBe(1);
    bot.clock.advance(1);
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    expect(bot.api.seenBy(olga).map(({ text }) => text.includes('write_file'))).toEqual([true, true, false]);
  });

  it('shows a request plainly where Telegram refuses how it looks [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.api.fail('sendMessage', { code: 400, description: 'Bad Request: BUTTON_URL_INVALID' });
    await askFor(stage, file('plain.txt'));
    const message = await shown(bot, 'plain.txt');
    expect(message.buttons.map(({ text }) => text)).not.toContain('Open in browser');
    await bot.api.presses(message, 'Reject');
    await edited(bot, message, 'Rejected by');
  });

  it('keeps a press while the server is away, says so, and does it when it is back [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    await askFor(stage, file('a.txt'));
    const message = await shown(bot, 'a.txt');
    await stage.server.close();
    await bot.api.presses(message, 'Approve once');
    await bot.api.message(olga, 'the note', ({ text }) => text.includes('Countersign does not answer'));
    expect(bot.api.unconfirmed).toBe(1);
    await stage.restart();
    await asTimeGoesOn(bot, edited(bot, message, 'Approved by'));
    await bot.api.until('it to be confirmed', () => bot.api.unconfirmed === 0);
  });

  it('says what to do where somebody else asks for the same updates [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    await bot.api.until('the long poll', () => bot.api.countOf('getUpdates') === 1);
    await bot.api.intrude();
    await bot.api.until('the word', () =>
      bot.log.some((line) => line.includes('another process asks for the updates')),
    );
    await bot.api.says(olga, '/help');
    await asTimeGoesOn(
      bot,
      bot.api.message(olga, 'the help', ({ text }) => text.includes('/status')),
    );
  });

  it('takes in whom the file allows while it runs, and lets go of whom it does not [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage, file('a.txt'));
    const message = await shown(bot, 'a.txt');
    bot.allow(mia);
    await shown(bot, 'a.txt', mia);
    await bot.api.presses(message, 'Approve once');
    await bot.api.says(mia, '/help');
    await bot.api.message(mia, 'the help', ({ text }) => text.includes('/status'));
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('does not start with a file of users that others may read [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    await bot.stop();
    chmodSync(join(stage.dataDir, 'telegram-users.json'), 0o644);
    await expect(bot.start()).rejects.toThrow('chmod 600');
  });

  it('keeps what a person who blocked it has missed until they write again [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.api.fail('sendMessage', { code: 403, description: 'Forbidden: bot was blocked by the user' });
    await askFor(stage, file('missed.txt'));
    await bot.api.until('the word', () => bot.log.some((line) => line.includes('a chat takes no messages')));
    expect(bot.api.seenBy(olga)).toEqual([]);
    await bot.api.says(olga, '/start');
    await shown(bot, 'missed.txt');
  });

  it('goes on where somebody deleted a message of its own [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage, file('deleted.txt'));
    await shown(bot, 'deleted.txt');
    bot.api.fail('editMessageText', { code: 400, description: 'Bad Request: message to edit not found' });
    await stage.owner.approvals.approve(approval);
    await bot.api.until('the edit', () => bot.api.countOf('editMessageText') === 1);
    await askFor(stage, file('next.txt'));
    await shown(bot, 'next.txt');
    expect(bot.api.countOf('editMessageText')).toBe(1);
    expect(about(bot, 'deleted.txt')).toHaveLength(1);
  });

  it('takes a question for a reason back when it is decided elsewhere, and a late reply changes nothing [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage, file('a.txt'));
    await bot.api.presses(await shown(bot, 'a.txt'), 'Reject with a reply');
    const question = await bot.api.message(olga, 'the question', ({ asksForReply }) => asksForReply);
    await stage.member.approvals.approve(approval);
    await edited(bot, question, 'No reason is needed any more');
    await bot.api.says(olga, 'because', question);
    await bot.api.message(olga, 'a word', ({ text }) => text.startsWith('Nothing was changed by you'));
    const { decision } = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(decision).toMatchObject({ decision: 'approve', feedback: null });
  });

  it('keeps a first press of a HIGH request over a restart, and lets it go in time [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    await askFor(stage, { tool_name: 'execute_command', tool_params: { command: 'python3', args: ['-c', '1'] } });
    await bot.api.presses(await shown(bot, 'HIGH risk'), 'Approve once');
    const has = (label: string) =>
      bot.api.message(olga, label, ({ buttons }) => buttons.some(({ text }) => text === label));
    await has('‼️ Confirm: approve');
    await bot.stop();
    await bot.start();
    await bot.api.says(olga, '/help');
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    await bot.api.until(
      'the look at the server',
      () => bot.log.filter((line) => line.includes('listens')).length === 2,
    );
    await asTimeGoesOn(bot, has('Approve once'));
  });

  it('tells whose credential was revoked that their access has ended [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    bot.allow(olga, mia);
    await bot.api.until('her to be known', () => bot.log.some((line) => line.includes('"count":2')));
    const { tokens } = await stage.owner.admin.listTokens();
    const token = tokens.find(({ name }) => name === 'member')!;
    await stage.owner.admin.revokeToken(token.token_id);
    await bot.api.says(mia, 'Do something');
    await bot.api.message(mia, 'the refusal', ({ text }) => text.includes('your access has ended'));
  });

  it('keeps its people where their file is broken [W6]', async () => {
    const stage = await ownStage(sqlite);
    const bot = await botOnStage(stage);
    writeFileSync(join(stage.dataDir, 'telegram-users.json'), '{"users": [');
    await bot.api.until('the word', () => bot.log.some((line) => line.includes('the users stay as they were')));
    await bot.api.says(olga, '/help');
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
  });
});
