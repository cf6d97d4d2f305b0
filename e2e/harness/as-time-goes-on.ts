import type { Stage } from './stage.ts';

const tickMs = 100;

/** What waits for the clock of the stage goes on while the work is done; otherwise the clock stands still. */
export async function asTimeGoesOn<T>({ clock }: Pick<Stage, 'clock'>, work: Promise<T>): Promise<T> {
  const ticking = setInterval(() => clock.advance(tickMs), 5);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
