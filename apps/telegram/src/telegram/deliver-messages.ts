import { backoffMs } from '../clock.ts';
import type { Front } from '../front.ts';
import { reasonOf } from '../log.ts';
import type { MessageKind, MessageRow } from '../state/messages.ts';
import type { Content } from '../text/rich-text.ts';
import { failureOf } from './failure-of.ts';
import { nextDelivery, type Pace } from './next-delivery.ts';

/** What is over before it was ever sent need not be. */
const onlyWhileOpen: ReadonlySet<MessageKind> = new Set<MessageKind>(['approval', 'reason', 'rest', 'progress']);

/** Brings Telegram to what the outbox says, one message after the other, as fast as Telegram lets bots. */
export async function deliverMessages(front: Front, signal: AbortSignal): Promise<void> {
  const { state, clock, limits, outbox } = front;
  const sentAtByChat = new Map<number, number>();
  let pace: Pace = { sentAtByChat, sentAt: 0, blockedUntil: 0 };
  let failures = 0;
  while (!signal.aborted) {
    const next = nextDelivery(state.messages.due(), pace, clock.now(), limits);
    if (next.kind === 'rest') await outbox.rest(signal);
    else if (next.kind === 'wait') await outbox.rest(signal, clock, next.until);
    else {
      const waitMs = await deliver(front, next.row, failures);
      failures = waitMs === null ? 0 : failures + 1;
      const now = clock.now();
      sentAtByChat.set(next.row.chatId, now);
      pace = { sentAtByChat, sentAt: now, blockedUntil: waitMs === null ? 0 : now + waitMs };
    }
  }
}

/** How long to send nothing at all; null where it went well, or will never. */
async function deliver(front: Front, row: MessageRow, failuresBefore: number): Promise<number | null> {
  const { state, clock, limits, log } = front;
  if (row.messageId === null && !row.isOpen && onlyWhileOpen.has(row.kind)) {
    state.messages.forget(row);
    return null;
  }
  try {
    await bringAbout(front, row);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    switch (failure.kind) {
      case 'unchanged':
        state.messages.delivered(row, row.messageId!, clock.now());
        return null;
      case 'gone':
        // Deleted by the person: what it said does not come back.
        if (row.wanted === null || !row.isOpen) state.messages.forget(row);
        else state.messages.delivered(row, row.messageId!, clock.now());
        return null;
      case 'too_many':
        log('warn', 'Telegram asks for a pause', { wait_ms: failure.waitMs });
        return failure.waitMs;
      case 'unwanted':
        log('warn', 'a chat takes no messages', { chat_id: row.chatId, reason: reasonOf(error) });
        state.messages.unwanted(row);
        return null;
      case 'refused':
        log('error', 'Telegram refused a message', { kind: row.kind, reason: reasonOf(error) });
        state.messages.refused(row);
        return null;
      default: {
        const waitMs = backoffMs(failuresBefore, limits.retryMsFirst, limits.retryMsMax);
        log('warn', 'Telegram does not answer', { retry_in_ms: waitMs, reason: reasonOf(error) });
        return waitMs;
      }
    }
  }
}

async function bringAbout({ api, state, clock, limits }: Front, row: MessageRow): Promise<void> {
  const { chatId, messageId, wanted } = row;
  if (wanted === null) {
    if (messageId !== null) await api.remove(chatId, messageId);
    state.messages.forget(row);
    return;
  }
  const content = row.failures === 0 ? wanted : plainer(wanted);
  const sent = messageId ?? (await api.send(chatId, content, row.replyTo));
  if (messageId !== null) await api.edit(chatId, messageId, content);
  state.messages.delivered(row, sent, clock.now() + (row.kind === 'progress' ? limits.progressIntervalMs : 0));
}

/** The same words without what Telegram may have disliked: a request that looks plain is better than none. */
function plainer(content: Content): Content {
  return {
    ...content,
    entities: [],
    buttons: content.buttons.map((row) => row.filter((button) => 'press' in button)).filter((row) => row.length > 0),
  };
}
