import type { Contender, LeftOut } from './contender.ts';
import { firstLine } from './first-line.ts';

/** Starts a contender for what is no race: answers what `act` found, or the reason it was left out. */
export async function withContender<T>(
  contender: Contender,
  act: (contender: Contender) => Promise<T>,
): Promise<{ readonly found: T } | { readonly leftOut: LeftOut }> {
  try {
    await contender.start();
    return { found: await act(contender) };
  } catch (cause) {
    return { leftOut: { name: contender.name, reason: firstLine(cause) } };
  } finally {
    await contender.stop();
  }
}

/** For questions whose answer is a number. */
export async function askNumber(contender: Contender, question: string, argument?: number): Promise<number> {
  const answer = await contender.ask(question, argument);
  if (typeof answer !== 'number') throw new Error(`"${question}" was not answered with a number`);
  return answer;
}
