import { loadavg } from 'node:os';
import type { Contender, LeftOut, Load, LoadResult } from './contender.ts';
import { firstLine } from './first-line.ts';

export type Sample = LoadResult & { readonly round: number; readonly contender: string; readonly load: string };

export type Rounds = {
  readonly samples: readonly Sample[];
  readonly leftOut: readonly LeftOut[];
  /** What each contender says of itself: the store it writes to and how hard it syncs. */
  readonly durability: Readonly<Record<string, string>>;
  /** The machine's load average over one minute, at the end of each round. */
  readonly loadAverages: readonly number[];
};

export type InterleaveOptions = {
  readonly contenders: readonly Contender[];
  /** By a name that the samples carry. */
  readonly loads: Readonly<Record<string, Load>>;
  readonly rounds: number;
  readonly progress: (line: string) => void;
};

const WARM_UP_MS_MAX = 500;

/**
 * Starts every contender, then runs them in turn, A B C, C B A, …, so that a slow minute of the machine falls on all of
 * them. One that fails is dropped with all its samples and named, and the others go on.
 */
export async function interleave(options: InterleaveOptions): Promise<Rounds> {
  const { contenders, loads, rounds, progress } = options;
  const leftOut: LeftOut[] = [];
  const loadAverages: number[] = [];
  const durability: Record<string, string> = {};
  let taking: Contender[] = [];
  let samples: Sample[] = [];

  const attempt = async (contender: Contender, act: () => Promise<void>) => {
    try {
      await act();
    } catch (cause) {
      const reason = firstLine(cause);
      leftOut.push({ name: contender.name, reason });
      taking = taking.filter((other) => other !== contender);
      samples = samples.filter((sample) => sample.contender !== contender.name);
      progress(`  ${contender.name} left out: ${reason}`);
      await contender.stop();
    }
  };

  try {
    for (const contender of contenders) {
      progress(`  starting ${contender.name}`);
      taking.push(contender);
      await attempt(contender, async () => {
        await contender.start();
        durability[contender.name] = `${await contender.ask('durability')}`;
        for (const load of Object.values(loads)) {
          await contender.run({ ...load, ms: Math.min(load.ms, WARM_UP_MS_MAX) });
        }
      });
    }
    for (let round = 1; round <= rounds && taking.length > 0; round++) {
      const order = round % 2 === 1 ? [...taking] : [...taking].reverse();
      for (const [name, load] of Object.entries(loads)) {
        for (const contender of order.filter((other) => taking.includes(other))) {
          await attempt(contender, async () => {
            const result = await contender.run(load);
            samples.push({ round, contender: contender.name, load: name, ...result });
          });
        }
      }
      loadAverages.push(loadavg()[0]!);
      progress(`  round ${round} of ${rounds} done, load average ${loadavg()[0]!.toFixed(2)}`);
    }
  } finally {
    await Promise.all(taking.map((contender) => contender.stop()));
  }
  return { samples, leftOut, durability, loadAverages };
}
