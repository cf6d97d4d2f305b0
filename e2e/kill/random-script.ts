import { type KillPoint, moments } from './kill-point.ts';
import type { Script } from './play.ts';
import { runnerDeaths } from './runner.ts';

/** Chance that can be repeated: the same seed, the same run. Mulberry32, as in the public domain. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  percent(chance: number): boolean {
    return this.below(100) < chance;
  }
}

export function randomScript(chance: Chance, key: string): Script {
  return {
    key,
    tool: chance.of(['write_file', 'write_file', 'write_file', 'read_file', 'note']),
    decision: chance.of(['approve', 'approve', 'approve', 'approve', 'edit', 'reject', 'withdraw', 'expire']),
    renewals: chance.below(3),
    report: chance.of(['completed', 'completed', 'completed', 'failed']),
    runnerDeath: chance.percent(12) ? chance.of(runnerDeaths) : null,
  };
}

/** `within`: the highest number of the commit. */
export function randomPoint(chance: Chance, within: number): KillPoint {
  return { commit: 1 + chance.below(within), moment: chance.of(moments), turns: chance.below(5) };
}
