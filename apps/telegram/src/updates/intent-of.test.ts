import type { Update } from 'grammy/types';
import { describe, expect, it } from 'vitest';
import { intentOf } from './intent-of.ts';

const update = (part: object): Update => ({ update_id: 7, ...part }) as Update;
const message = (more: object = {}) => ({
  message: { message_id: 5, date: 0, chat: { id: 9, type: 'private' }, from: { id: 9, is_bot: false }, ...more },
});
const press = (more: object = {}) => ({
  callback_query: {
    id: 'q',
    data: 'opaque',
    from: { id: 9 },
    message: { message_id: 5, chat: { id: 9, type: 'private' } },
    ...more,
  },
});
const from = { updateId: 7, chatId: 9, messageId: 5 };

describe('what somebody wants', () => {
  it.each([
    ['a text', message({ text: 'do it' }), { kind: 'text', ...from, text: 'do it', replyTo: null }],
    [
      'a reply',
      message({ text: 'so', reply_to_message: { message_id: 3 } }),
      { kind: 'text', ...from, text: 'so', replyTo: 3 },
    ],
    ['a command', message({ text: '/Stop' }), { kind: 'command', ...from, name: 'stop', replyTo: null }],
    [
      'a command with a name',
      message({ text: '/new@a_bot please' }),
      { kind: 'command', ...from, name: 'new', replyTo: null },
    ],
    [
      'a path, which is no command',
      message({ text: '/etc/hosts' }),
      { kind: 'text', ...from, text: '/etc/hosts', replyTo: null },
    ],
    ['a picture', message({ photo: [] }), { kind: 'unreadable', ...from }],
    ['a press', press(), { kind: 'press', ...from, queryId: 'q', data: 'opaque' }],
  ])('is read from %s [W6]', (_, part, intent) => {
    expect(intentOf(update(part))).toEqual(intent);
  });

  it.each([
    ['a group', message({ text: 'x', chat: { id: -1, type: 'group' } })],
    ['a channel', { channel_post: message({ text: 'x' }).message }],
    ['another bot', message({ text: 'x', from: { id: 9, is_bot: true } })],
    ['somebody else in that chat', message({ text: 'x', from: { id: 8, is_bot: false } })],
    ['an edited message', { edited_message: message({ text: 'x' }).message }],
    ['a press by another than whom the message is for', press({ from: { id: 8 } })],
    ['a press in a group', press({ message: { message_id: 5, chat: { id: 9, type: 'group' } } })],
    ['a press under no message', press({ message: undefined })],
    ['a press without a word', press({ data: undefined })],
  ])('is nothing from %s [W6]', (_, part) => {
    expect(intentOf(update(part))).toBeNull();
  });
});
