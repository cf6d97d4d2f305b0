import { setTimeout } from 'node:timers/promises';
import { isCancel, password, select, text } from '@clack/prompts';

export type Choice<T extends string> = { readonly value: T; readonly label: string; readonly hint?: string };

/** Questions to a person. Null when they were called off, by the person or by the signal. */
export type Prompts = {
  choose<T extends string>(question: string, choices: readonly Choice<T>[], signal?: AbortSignal): Promise<T | null>;
  ask(question: string, signal?: AbortSignal): Promise<string | null>;
  /** Shows nothing of what is typed. */
  askSecret(question: string): Promise<string | null>;
};

export const clackPrompts: Prompts = {
  async choose(question, choices, signal) {
    await forgetTypedAhead();
    type Chosen = (typeof choices)[number]['value'];
    // The prompt's type of options depends on a type it cannot see through here; the shape is the same.
    const options = choices.map((choice) => ({ ...choice })) as Parameters<typeof select<Chosen>>[0]['options'];
    const answer = await select<Chosen>({ message: question, options, ...(signal ? { signal } : {}) });
    return isCancel(answer) ? null : answer;
  },
  async ask(question, signal) {
    const answer = await text({ message: question, ...(signal ? { signal } : {}) });
    return isCancel(answer) ? null : (answer ?? '');
  },
  async askSecret(question) {
    const answer = await password({ message: question });
    return isCancel(answer) ? null : (answer ?? '');
  },
};

/** How long a question is there before it takes an answer. */
const armMs = 150;

/** Keys that were pressed before a question was asked were not meant for it: they must never approve. */
async function forgetTypedAhead({ stdin } = process): Promise<void> {
  if (!stdin.isTTY) return;
  const forget = (): void => {};
  stdin.setRawMode(true);
  stdin.on('data', forget);
  await setTimeout(armMs);
  stdin.off('data', forget);
  stdin.pause();
  stdin.setRawMode(false);
}
