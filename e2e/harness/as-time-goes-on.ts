import type { FakeClock } from '@countersign/testing';

const tickMs = 100;

/** What waits for the clock goes on while the work is done; otherwise the clock stands still. */
export async function asTimeGoesOn<T>({ clock }: { readonly clock: FakeClock }, work: Promise<T>): Promise<T> {
  const ticking = setInterval(() => clock.advance(tickMs), 5);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
