import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Arena } from './arena.ts';
import type { SwapName } from './swaps.ts';

/** A process that swaps; `stop` says how often it did. */
export type Attacker = { stop(): Promise<number> };

export async function startAttacker(name: SwapName, { root, outside }: Arena): Promise<Attacker> {
  const child = fork(new URL('./attacker.ts', import.meta.url), [name, root, outside], { execArgv: [] });
  await once(child, 'message');
  return {
    async stop() {
      const told = once(child, 'message') as Promise<[{ turns: number }]>;
      const gone = once(child, 'exit');
      child.send('stop');
      const [{ turns }] = await told;
      await gone;
      return turns;
    },
  };
}
