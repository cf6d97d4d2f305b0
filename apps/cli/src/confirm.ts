import type { CommandContext } from './command-context.ts';
import { UsageError } from './usage-error.ts';

type Asking = Pick<CommandContext, 'terminal' | 'isJson'>;

/** Before anything is done for it: a script that nobody sits at must say what it wants. */
export function refuseUnlessSure({ terminal, isJson }: Asking, isSure: boolean, instead: string): void {
  if (!isSure && (isJson || !terminal.isInteractive)) throw new UsageError(`nobody can be asked here: add ${instead}`);
}

/** Whether a person says yes. Whoever gave --yes has said so already. */
export async function confirm(
  { terminal }: Asking,
  isSure: boolean,
  question: string,
  [yes, no]: readonly [yes: string, no: string],
): Promise<boolean> {
  if (isSure) return true;
  const answer = await terminal.prompts.choose(question, [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ]);
  return answer === 'yes';
}
