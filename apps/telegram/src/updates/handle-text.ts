import {
  CountersignError,
  type PostMessageRequest,
  type PostMessageResponse,
  limits as wireLimits,
} from '@countersign/contract';
import { type Connected, type Front, note } from '../front.ts';
import type { RunRow } from '../state/runs.ts';
import { plainContent } from '../text/rich-text.ts';
import { decide } from './decide.ts';
import type { IntentOf } from './intent-of.ts';

type Text = IntentOf<'text'>;

/** A text is the reason of a rejection, a word to a run that goes on, or else a task. */
export async function handleText(front: Front, connected: Connected, text: Text): Promise<void> {
  const { state } = front;
  const replied = text.replyTo === null ? null : state.messages.findByMessage(text.chatId, text.replyTo);
  if (replied?.kind === 'reason') return rejectWithReason(front, connected, text, replied.subject);
  if (replied?.kind === 'approval' || replied?.kind === 'rest')
    return answer(
      front,
      text,
      'Press “Reject with a reply” to reject it with a reason. This text was not sent to anybody.',
    );
  const runId = state.updates.aim(text.updateId, () => {
    const run = runOf(front, text, replied?.subject ?? null);
    return run?.isOpen ? run.runId : null;
  });
  if (runId !== null && (await steer(front, connected, text, runId))) return;
  await startTask(front, connected, text);
}

function answer(front: Front, { chatId, updateId, messageId }: Text, words: string): void {
  note(front, chatId, `${updateId}`, plainContent(words), messageId);
}

async function rejectWithReason(front: Front, connected: Connected, text: Text, buttonId: string): Promise<void> {
  const button = front.state.buttons.find(buttonId);
  if (!button) return answer(front, text, 'That was too long ago: nothing was decided.');
  if (text.text.length > wireLimits.feedbackLengthMax)
    return answer(front, text, `Nothing was decided: a reason has at most ${wireLimits.feedbackLengthMax} characters.`);
  const asked = { chatId: text.chatId, updateId: text.updateId, replyTo: text.messageId };
  await decide(front, connected, button, { verb: 'reject', feedback: text.text }, asked);
}

/** The run that a text replies to: by one of its messages, or by its task. */
export function runOf(
  { state }: Front,
  { chatId, replyTo }: Pick<Text, 'chatId' | 'replyTo'>,
  subject: string | null,
): RunRow | null {
  if (replyTo === null) return null;
  return (subject === null ? null : state.runs.find(subject)) ?? state.runs.findByTask(chatId, replyTo);
}

/** False where the run has ended meanwhile: then the text is a task of its own. */
async function steer(front: Front, connected: Connected, text: Text, runId: string): Promise<boolean> {
  try {
    await post(front, connected, text, { text: text.text, run_id: runId }, 'steer');
  } catch (error) {
    if (isRefused(error, 'run_ended') || isRefused(error, 'not_found')) return false;
    throw error;
  }
  answer(front, text, '👍 Told the agent; it takes it up with its next step.');
  return true;
}

async function startTask(front: Front, connected: Connected, text: Text): Promise<void> {
  const { state } = front;
  const { chatId, messageId } = text;
  if (state.runs.findByTask(chatId, messageId)) return;
  const sessionId = state.chats.sessionOf(chatId);
  const { run } = await postTask(front, connected, text, sessionId);
  const { run_id: runId, project_id: projectId, session_id } = run;
  state.transact(() => {
    state.chats.setSession(chatId, session_id);
    state.runs.add({ runId, chatId, projectId, sessionId: session_id, taskMessageId: messageId });
  });
  connected.link.changed({ runId });
}

/** In the session of the chat; in a new one where that is not there any more. */
async function postTask(
  front: Front,
  connected: Connected,
  text: Text,
  sessionId: string | null,
): Promise<PostMessageResponse> {
  if (sessionId === null) return post(front, connected, text, { text: text.text }, 'new');
  try {
    return await post(front, connected, text, { text: text.text, session_id: sessionId }, 'task');
  } catch (error) {
    if (!isRefused(error, 'not_found')) throw error;
    return await post(front, connected, text, { text: text.text }, 'new');
  }
}

/** The key is made of the update, so that one which comes again after a crash is no second task. */
function post(
  { botId }: Front,
  { user, link }: Connected,
  { updateId }: Text,
  body: PostMessageRequest,
  purpose: 'task' | 'new' | 'steer',
): Promise<PostMessageResponse> {
  const idempotencyKey = `telegram:${botId}:${updateId}${purpose === 'task' ? '' : `:${purpose}`}`;
  return link.client.chat.postMessage(user.projectId, body, { idempotencyKey });
}

function isRefused(error: unknown, code: string): boolean {
  return error instanceof CountersignError && error.code === code;
}
