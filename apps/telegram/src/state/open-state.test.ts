import { fakeClock } from '@countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../limits.ts';
import { plainContent } from '../text/rich-text.ts';
import { openState } from './open-state.ts';

function setUp(more: Partial<typeof limits> = {}) {
  const clock = fakeClock();
  const state = openState(':memory:', clock, { ...limits, ...more });
  onTestFinished(() => state.close());
  return { clock, ...state };
}

const name = { chatId: 1, kind: 'approval', subject: 'a' } as const;
const [one, two] = [plainContent('one'), plainContent('two')];

describe('the outbox', () => {
  it('tells the last of many wishes, and none twice', () => {
    const { messages } = setUp();
    messages.want(name, { content: one, isOpen: true });
    messages.want(name, { content: two, isOpen: true });
    const [row] = messages.due();
    expect(messages.due()).toMatchObject([{ wanted: two, messageId: null }]);
    messages.delivered(row!, 50, 0);
    messages.want(name, { content: two, isOpen: true });
    expect(messages.due()).toEqual([]);
    expect(messages.findByMessage(1, 50)).toMatchObject({ subject: 'a' });
  });

  it('still owes what was wanted while the one before was on its way', () => {
    const { messages } = setUp();
    messages.want(name, { content: one, isOpen: true });
    const [row] = messages.due();
    messages.close(name, two);
    messages.delivered(row!, 50, 0);
    expect(messages.due()).toMatchObject([{ wanted: two, messageId: 50, isOpen: false }]);
    messages.drop(name);
    expect(messages.due()).toMatchObject([{ wanted: null, messageId: 50 }]);
  });

  it('gives up what was refused twice, until it is to be something else', () => {
    const { messages } = setUp();
    messages.want(name, { content: one, isOpen: true });
    messages.refused(messages.due()[0]!);
    expect(messages.due()).toMatchObject([{ failures: 1 }]);
    messages.refused(messages.due()[0]!);
    messages.welcome(1);
    expect(messages.due()).toEqual([]);
    messages.want(name, { content: two, isOpen: true });
    expect(messages.due()).toMatchObject([{ failures: 0, wanted: two }]);
  });

  it('keeps what a person does not want now until they are back', () => {
    const { messages } = setUp();
    messages.want({ ...name, kind: 'answer' }, { content: one });
    messages.unwanted(messages.due()[0]!);
    expect(messages.due()).toEqual([]);
    messages.welcome(1);
    expect(messages.due()).toMatchObject([{ failures: 0, wanted: one }]);
  });

  it('takes in a message that it cannot remember to have sent, and changes it with the other', () => {
    const { messages } = setUp();
    messages.adopt(name, 49);
    expect(messages.findByMessage(1, 49)).toBeNull();
    messages.want(name, { content: one, isOpen: true });
    messages.delivered(messages.due()[0]!, 50, 0);
    messages.adopt(name, 49);
    messages.adopt(name, 50);
    messages.close(name, two);
    expect(messages.due().map(({ messageId }) => messageId)).toEqual([50, 49]);
    expect(messages.open(1, 'approval')).toEqual([]);
  });
});

describe('buttons', () => {
  const button = { chatId: 1, approvalId: 'a', projectId: 'p', digest: 'd', verb: 'arm' } as const;

  it('are opaque, short, and the same for the same; another digest is another button [L7]', () => {
    const { buttons } = setUp();
    const id = buttons.idFor(button);
    expect(buttons.idFor(button)).toBe(id);
    expect(Buffer.byteLength(id)).toBeLessThanOrEqual(limits.callbackBytesMax);
    expect(id).not.toContain('a:');
    expect(buttons.find(id)).toEqual({ ...button, id, expiresAt: null });
    expect(new Set([id, buttons.idFor({ ...button, digest: 'e' }), buttons.idFor({ ...button, chatId: 2 })]).size).toBe(
      3,
    );
    expect(buttons.find('other')).toBeNull();
  });

  it('to confirm are there until their time, and only the last one', () => {
    const { buttons, clock } = setUp();
    const pressed = buttons.find(buttons.idFor(button))!;
    buttons.arm(pressed, 'approve', clock.now() + 60_000);
    const first = buttons.armed(1, 'a', 'd')!;
    buttons.arm(pressed, 'approve_class', clock.now() + 60_000);
    expect(buttons.armed(1, 'a', 'd')).toMatchObject({ verb: 'approve_class' });
    expect(buttons.find(first.id)).toMatchObject({ expiresAt: 0 });
    expect(buttons.armed(1, 'a', 'another')).toBeNull();
    clock.advance(60_000);
    expect(buttons.armed(1, 'a', 'd')).toBeNull();
  });
});

describe('what else is remembered', () => {
  it('is which updates were done, in any order of their numbers, so many of them', () => {
    const { updates } = setUp({ updatesKept: 2 } as object);
    for (const id of [900, 5, 901, 901]) updates.done(id);
    expect([900, 5, 901].map((id) => updates.isDone(id))).toEqual([false, true, true]);
  });

  it('is the run that an update is about, until it is done', () => {
    const { updates } = setUp();
    expect(updates.aim(7, () => null)).toBeNull();
    expect(updates.aim(7, () => 'first')).toBe('first');
    expect(updates.aim(7, () => 'second')).toBe('first');
    updates.done(7);
    expect(updates.aim(7, () => 'third')).toBe('third');
  });

  it('is who was refused: once a day each, and not too many', () => {
    const { strangers, clock } = setUp({ refusalsMax: 2 } as object);
    expect([1, 1, 2, 3].map((id) => strangers.mayRefuse(id))).toEqual([true, false, true, false]);
    clock.advance(limits.refusalIntervalMs);
    expect(strangers.mayRefuse(3)).toBe(true);
  });

  it('is nothing of what half happened', () => {
    const state = setUp();
    const fail = () =>
      state.transact(() => {
        state.messages.want(name, { content: one });
        throw new Error('in the middle');
      });
    expect(fail).toThrow('in the middle');
    expect(state.messages.due()).toEqual([]);
  });
});
