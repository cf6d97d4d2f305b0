import { CountersignError } from '@countersign/contract';
import { type Connected, type Front, note } from '../front.ts';
import type { RunRow } from '../state/runs.ts';
import { plainContent, shownName } from '../text/rich-text.ts';
import { counted, runLine } from '../text/run-text.ts';
import { runOf } from './handle-text.ts';
import type { IntentOf } from './intent-of.ts';

type Command = IntentOf<'command'>;

/** As Telegram lists them beside the field for a message. */
export const commands = {
  new: 'begin a new conversation with the next task',
  stop: 'stop the task that is worked on (as a reply: that one)',
  status: 'what goes on',
  help: 'how this works',
} as const;

const commandLines = Object.entries(commands).map(([name, does]) => `/${name} – ${does}`);

const help = `Write a task, and the agent works on it. Its answer comes as a reply.
Reply to a message of a task that goes on to tell the agent something more.
When it wants to do something that needs a person, a message with buttons comes here. What you decide is recorded under your name.

${commandLines.join('\n')}`;

export async function handleCommand(front: Front, connected: Connected, command: Command): Promise<void> {
  const words = await wordsOf(front, connected, command);
  note(front, command.chatId, `${command.updateId}`, plainContent(words), command.messageId);
}

async function wordsOf(front: Front, connected: Connected, command: Command): Promise<string> {
  switch (command.name) {
    case 'start':
      return `You are ${shownName(connected.user.name)} here.\n\n${help}`;
    case 'help':
      return help;
    case 'new':
      front.state.chats.setSession(command.chatId, null);
      return 'The next task begins a new conversation.';
    case 'stop':
      return await stopRun(front, connected, command);
    case 'status':
      return await statusText(front, connected, command);
    default:
      return `There is no /${command.name}.\n\n${help}`;
  }
}

async function stopRun(front: Front, { user, link }: Connected, command: Command): Promise<string> {
  const runId = front.state.updates.aim(command.updateId, () => runToStop(front, command)?.runId ?? null);
  if (runId === null) return 'Nothing is being worked on.';
  try {
    await link.client.runs.stop(user.projectId, runId, 'Stopped from Telegram');
    return 'It is being stopped.';
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'run_ended') throw error;
    return 'It has ended already.';
  } finally {
    link.changed({ runId });
  }
}

/** The one that is replied to; else the one that is worked on in the conversation of the chat; else the oldest. */
function runToStop(front: Front, command: Command): RunRow | null {
  const { state } = front;
  const { chatId, replyTo } = command;
  const replied = replyTo === null ? null : state.messages.findByMessage(chatId, replyTo);
  const meant = runOf(front, command, replied?.subject ?? null);
  if (meant) return meant;
  const open = state.runs.open(chatId);
  const sessionId = state.chats.sessionOf(chatId);
  return open.find((run) => run.sessionId === sessionId) ?? open[0] ?? null;
}

async function statusText({ state }: Front, { user, link }: Connected, { chatId }: Command): Promise<string> {
  const { client } = link;
  const runs = await Promise.all(state.runs.open(chatId).map(({ runId }) => client.runs.get(user.projectId, runId)));
  const { approvals, next_cursor } = await client.approvals.list(user.projectId, { status: 'pending' });
  const more = next_cursor === null ? '' : ' or more';
  return [
    runs.length === 0 ? 'Nothing is being worked on.' : runs.map(runLine).join('\n'),
    `${counted(approvals.length, 'request')}${more} for a decision.`,
  ].join('\n\n');
}
