import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import type { SeenMessage } from '../apps/telegram/test/bot-api-server.ts';
import { askFor, npmTest } from './harness/calls.ts';
import { ownStage } from './harness/stage.ts';
import { startRunner } from './harness/test-runner.ts';
import { type Bot, botOnStage, mia, nobody, olga } from './telegram/bot-on-stage.ts';

/** A call of HIGH risk. */
const deleteAll = {
  tool_name: 'execute_command',
  tool_params: { command: 'python3', args: ['-c', 'print(1)'] },
} as const;

const labels = ({ buttons }: SeenMessage): string[] => buttons.map(({ text }) => text);

function request(bot: Bot, chatId = olga, text = 'npm'): Promise<SeenMessage> {
  return bot.api.message(chatId, 'the request', (message) => message.text.includes(text) && message.buttons.length > 0);
}

function resolved(bot: Bot, { id, chatId }: SeenMessage, text: string): Promise<SeenMessage> {
  return bot.api.message(chatId, `"${text}"`, (message) => message.id === id && message.text.includes(text));
}

describeOnEachDatabase('approvals by Telegram', (database) => {
  it('shows a request in full, and approves it as the person who pressed [W6, A8, L7]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    await startRunner(stage);
    const { call, approval } = await askFor(stage, { note: 'run /stop or see http://evil.example' });
    const message = await request(bot);
    for (const part of [
      'MEDIUM risk · execute_command',
      'npm test',
      'not checked',
      'Decide until 2026-01-01 00:05:00 UTC',
    ])
      expect(message.text).toContain(part);
    expect(labels(message)).toEqual([
      'Approve once',
      'Approve class',
      'Reject',
      'Reject with a reply',
      'Open in browser',
    ]);
    expect(message.buttons.at(-1)).toMatchObject({ url: `https://countersign.example/a/${approval.approval_id}` });

    await bot.api.presses(message, 'Approve once');
    const edited = await resolved(bot, message, 'Approved by');
    expect(edited.buttons).toEqual([]);
    expect(await stage.agent.waitUntilSettled(stage.projectId, call.tool_id)).toMatchObject({ status: 'completed' });
    const { decision } = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(decision).toMatchObject({ decision: 'approve', decided_by: { user_id: stage.ids.owner }, grant_id: null });
    expect(edited.text).toContain(decision!.decided_by.name);
    expect(bot.log.join('')).not.toContain('a-token-nobody-may-see');
    expect(bot.log.join('')).not.toContain(stage.cast.owner);
  });

  it('approves a class, whose exact words it says [W6, A2]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage);
    const message = await request(bot);
    const { text } = approval.scopes.find(({ scope }) => scope === 'class')!;
    expect(message.text).toContain(text);
    await bot.api.presses(message, 'Approve class');
    await resolved(bot, message, 'Calls of its class are approved');
    const again = await stage.agent.executeTool(stage.projectId, npmTest);
    expect(again).toMatchObject({ status: 'approved', outcome: { kind: 'approved_by_grant' } });
  });

  it('rejects with a reply, whose words reach the agent and are no task [W6, A1]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { call } = await askFor(stage);
    const message = await request(bot);
    await bot.api.presses(message, 'Reject with a reply');
    const question = await bot.api.message(olga, 'the question', ({ asksForReply }) => asksForReply);
    expect(question.replyTo).toBe(message.id);
    const waiting = await stage.agent.toolCalls.get(stage.projectId, call.tool_id);
    expect(waiting.status).toBe('awaiting_approval');
    await bot.api.says(olga, 'use pnpm instead', question);
    const edited = await resolved(bot, message, 'Rejected by');
    expect(edited.text).toContain('use pnpm instead');
    expect(await stage.agent.toolCalls.get(stage.projectId, call.tool_id)).toMatchObject({
      status: 'rejected',
      outcome: { feedback: 'use pnpm instead' },
    });
  });

  it('rejects at one press, and says so in place of the buttons [W6]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { call } = await askFor(stage);
    const message = await request(bot);
    await bot.api.presses(message, 'Reject');
    expect((await resolved(bot, message, 'Rejected by')).buttons).toEqual([]);
    expect(await stage.agent.toolCalls.get(stage.projectId, call.tool_id)).toMatchObject({ status: 'rejected' });
  });

  it('wants a second press within a minute before it approves what is HIGH [W6]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { call } = await askFor(stage, deleteAll);
    const message = await request(bot, olga, 'HIGH risk');
    const statusNow = async () => (await stage.agent.toolCalls.get(stage.projectId, call.tool_id)).status;

    await bot.api.presses(message, 'Approve once');
    const confirm = (text: string) => bot.api.message(olga, 'the confirmation', (each) => labels(each).includes(text));
    const armed = await confirm('‼️ Confirm: approve');
    expect(armed.text).toContain('confirm it within a minute');
    bot.clock.advance(60_000);
    const unarmed = await bot.api.message(olga, 'the buttons again', (each) => labels(each).includes('Approve once'));
    expect(unarmed.id).toBe(message.id);
    await bot.api.presses(armed, '‼️ Confirm: approve');
    await bot.api.until('the note', () => bot.api.toasts.find((toast) => toast.startsWith('Too late')));
    expect(await statusNow()).toBe('awaiting_approval');

    await bot.api.presses(unarmed, 'Approve once');
    await bot.api.presses(await confirm('‼️ Confirm: approve'), 'Back');
    await bot.api.until('the note', () => bot.api.toasts.includes('Nothing was decided.'));
    const back = await bot.api.message(olga, 'the buttons again', (each) => labels(each).includes('Approve once'));
    await bot.api.presses(back, 'Approve once');
    await bot.api.presses(await confirm('‼️ Confirm: approve'), '‼️ Confirm: approve');
    await resolved(bot, message, 'Approved by');
    expect(await statusNow()).toBe('approved');
  });

  it('takes a double press once, and a press after the decision not at all [W6, L4]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage);
    const message = await request(bot);
    await Promise.all([bot.api.presses(message, 'Approve once'), bot.api.presses(message, 'Approve once')]);
    await resolved(bot, message, 'Approved by');
    const before = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    await bot.api.presses(message, 'Reject');
    await bot.api.until('the note', () => bot.api.toasts.find((toast) => toast.startsWith('It is decided already')));
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toEqual(before);
  });

  it('edits every message when it is decided elsewhere, with who did [W6, A7]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    bot.allow(olga, mia);
    const { approval } = await askFor(stage);
    const [first, second] = [await request(bot, olga), await request(bot, mia)];
    await stage.member.approvals.reject(approval, 'not today');
    for (const message of [first, second]) {
      const edited = await resolved(bot, message, 'Rejected by Mia');
      expect(edited.text).toContain('not today');
      expect(edited.buttons).toEqual([]);
    }
  });

  it('tells whoever was beaten to it that they changed nothing [W6, L4]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage);
    const message = await request(bot);
    // The press is on its way while the bot is away, and somebody else decides.
    await bot.stop();
    await bot.api.presses(message, 'Approve once');
    await stage.member.approvals.reject(approval, 'not today');
    await bot.start();
    await resolved(bot, message, 'Rejected by Mia');
    await bot.api.until(
      'a word',
      () =>
        bot.api.toasts.includes('It is decided already: nothing was changed.') ||
        bot.api.seenBy(olga).some(({ text }) => text.startsWith('Nothing was changed by you')),
    );
    const { decision } = await stage.owner.approvals.get(stage.projectId, approval.approval_id);
    expect(decision).toMatchObject({ decision: 'reject' });
  });

  it('says when nobody decided in time, and when nobody needs to any more [W6, L5]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { call } = await askFor(stage);
    const message = await request(bot);
    await stage.agent.toolCalls.cancel(stage.projectId, call.tool_id);
    await resolved(bot, message, 'Withdrawn');
    await askFor(stage, { tool_name: 'write_file', tool_params: { path: 'a', content: 'x' } });
    const late = await request(bot, olga, 'write_file');
    stage.clock.advance(300_000);
    expect((await resolved(bot, late, 'Nobody decided in time')).buttons).toEqual([]);
  });

  it('has one refusal for strangers, and their presses do nothing [W6]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage);
    const message = await request(bot);
    await bot.api.says(nobody, 'hello');
    const refusal = await bot.api.message(nobody, 'the refusal', () => true);
    expect(refusal.text).toContain(`countersign telegram allow ${nobody}`);
    await bot.api.says(nobody, 'hello?');
    const { callback_data } = message.buttons[0] as { callback_data: string };
    await bot.api.pressesData({ id: refusal.id, chatId: nobody }, callback_data);
    await bot.api.presses(message, 'Approve once', nobody);
    await bot.api.says(olga, '/help');
    await bot.api.message(olga, 'the help', ({ text }) => text.includes('/status'));
    expect(bot.api.seenBy(nobody)).toHaveLength(1);
    expect(bot.api.toasts).toEqual([]);
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('takes no button from another chat, nor one that it never made [W6]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    bot.allow(olga, mia);
    const { approval } = await askFor(stage);
    const [own, other] = [await request(bot, olga), await request(bot, mia)];
    const { callback_data } = own.buttons[0] as { callback_data: string };
    await bot.api.pressesData(other, callback_data);
    await bot.api.pressesData(other, 'approve:everything');
    await bot.api.until('two notes', () => bot.api.toasts.length === 2);
    expect(new Set(bot.api.toasts)).toEqual(new Set(['This button means nothing any more.']));
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
  });

  it('sends the digest of what was shown along: a button for another call decides nothing [W6, L7]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    const { approval } = await askFor(stage);
    const message = await request(bot);
    await bot.stop();
    const state = new DatabaseSync(join(stage.dataDir, 'telegram.db'));
    state.prepare('update buttons set digest = ?').run('f'.repeat(64));
    state.close();
    await bot.start();
    await bot.api.presses(message, 'Approve once');
    await bot.api.message(olga, 'the note', ({ text }) => text.startsWith('Nothing was changed by you'));
    expect(await stage.owner.approvals.get(stage.projectId, approval.approval_id)).toMatchObject({ status: 'pending' });
    const renewed = await bot.api.until('buttons that fit', () =>
      bot.api
        .seenBy(olga)
        .find(({ id, buttons }) => id === message.id && JSON.stringify(buttons) !== JSON.stringify(message.buttons)),
    );
    await bot.api.presses(renewed, 'Approve once');
    await resolved(bot, message, 'Approved by');
  });

  it('offers no approval for what a message cannot hold [W6, A8]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage);
    await askFor(stage, {
      tool_name: 'write_file',
      tool_params: { path: 'long.txt', content: 'line\n'.repeat(2_000) },
    });
    const message = await request(bot, olga, 'write_file');
    expect(message.text).toContain('Cut here');
    expect(message.text.length).toBeLessThanOrEqual(4096);
    expect(labels(message)).toEqual(['Reject', 'Reject with a reply', 'Open in browser']);
  });

  it('gives a flood one message for the rest, and the next request its own as one is decided [W6]', async () => {
    const stage = await ownStage(database);
    const bot = await botOnStage(stage, {}, { limits: { openApprovalsMax: 3 } });
    for (let count = 0; count < 8; count += 1) {
      await askFor(stage, { tool_name: 'write_file', tool_params: { path: `f${count}`, content: 'x' } });
    }
    await bot.api.message(olga, 'the count', ({ text }) => text.includes('5 more requests wait'));
    const requests = () => bot.api.seenBy(olga).filter(({ text }) => text.includes('write_file'));
    expect(requests()).toHaveLength(3);
    await bot.api.presses(requests()[0]!, 'Reject');
    await bot.api.message(olga, 'the count', ({ text }) => text.includes('4 more requests wait'));
    await bot.api.until('the next', () => requests().length === 4);
    expect(bot.api.seenBy(olga).filter(({ text }) => text.includes('more requests wait'))).toHaveLength(1);
  });
});
