import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../../test/samples.ts';
import { limits } from '../limits.ts';
import type { MessageKind } from '../state/messages.ts';
import { nextDelivery } from './next-delivery.ts';

const idle = { sentAtByChat: new Map<number, number>(), sentAt: -Infinity, blockedUntil: 0 };
const now = 1_000_000;

describe('the next message', () => {
  it('is what somebody waits for, before what only tells how it goes; then the older one [W6]', () => {
    const kinds: MessageKind[] = ['progress', 'rest', 'answer', 'note', 'approval', 'reason'];
    let rows = kinds.map((kind, id) => aMessage({ id, kind }));
    const order: MessageKind[] = [];
    while (rows.length > 0) {
      const next = nextDelivery(rows, idle, now, limits);
      if (next.kind !== 'deliver') throw new Error('it waits');
      order.push(next.row.kind);
      rows = rows.filter((row) => row !== next.row);
    }
    expect(order).toEqual(['approval', 'reason', 'note', 'answer', 'rest', 'progress']);
  });

  it.each([
    ['the second of a chat is over', { sentAtByChat: new Map([[1, now - 400]]) }, now + 600],
    ['there is room for it among all', { sentAt: now - 10 }, now - 10 + limits.overallIntervalMs],
    ['Telegram allows it', { blockedUntil: now + 7_000 }, now + 7_000],
  ])('waits until %s [W6]', (_, pace, until) => {
    expect(nextDelivery([aMessage()], { ...idle, ...pace }, now, limits)).toEqual({ kind: 'wait', until });
  });

  it('lets another chat go first where one has to wait, and what is to go away not wait for its time', () => {
    const pace = { ...idle, sentAtByChat: new Map([[1, now]]) };
    const rows = [aMessage({ kind: 'approval' }), aMessage({ id: 2, chatId: 2, kind: 'progress' })];
    expect(nextDelivery(rows, pace, now, limits)).toMatchObject({ kind: 'deliver', row: { id: 2 } });
    const late = aMessage({ dueAt: now + 5 });
    expect(nextDelivery([late], idle, now, limits)).toEqual({ kind: 'wait', until: now + 5 });
    expect(nextDelivery([{ ...late, wanted: null }], idle, now, limits)).toMatchObject({ kind: 'deliver' });
    expect(nextDelivery([], idle, now, limits)).toEqual({ kind: 'rest' });
  });

  it('never comes faster than Telegram lets bots, whatever there is to send [W6]', () => {
    const messages = fc.array(fc.record({ chatId: fc.integer({ min: 1, max: 4 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(messages, (given) => {
        let rows = given.map((row, id) => aMessage({ ...row, id }));
        const sent: { chatId: number; at: number }[] = [];
        let pace = idle;
        for (let time = now; rows.length > 0; ) {
          const next = nextDelivery(rows, pace, time, limits);
          if (next.kind === 'rest') throw new Error('it forgot some');
          if (next.kind === 'wait') {
            expect(next.until).toBeGreaterThan(time);
            time = next.until;
            continue;
          }
          const { chatId } = next.row;
          sent.push({ chatId, at: time });
          rows = rows.filter((row) => row !== next.row);
          pace = { ...pace, sentAt: time, sentAtByChat: new Map([...pace.sentAtByChat, [chatId, time]]) };
        }
        for (const [index, { chatId, at }] of sent.entries()) {
          const before = sent.slice(0, index);
          expect(before.filter((each) => each.at > at - 1_000).length).toBeLessThanOrEqual(30);
          for (const each of before) if (each.chatId === chatId) expect(at - each.at).toBeGreaterThanOrEqual(1_000);
        }
      }),
    );
  });
});
