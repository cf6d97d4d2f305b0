import { advanceRun, type LoopPorts, ProviderBreakers, type Rest, RunNudges, WarmRuns } from '../src/index.ts';
import type { Stage } from './stage.ts';

/** Where a process dies: at a call of a port, before anything was done or after it was done and before anybody heard of it. */
export type Death = { readonly atCall: number; readonly when: 'before' | 'after' };

/**
 * One life of a process that works on the run of a stage. It remembers nothing of the one before. After its death no port
 * answers any more. Resolves to where it came to rest, or to `dead`.
 */
export async function live(stage: Stage, death: Death | null): Promise<Rest | 'dead'> {
  const { promise, resolve } = Promise.withResolvers<'dead'>();
  const never = new Promise<never>(() => {});
  let calls = 0;
  let isDead = false;
  const die = (): Promise<never> => {
    isDead = true;
    resolve('dead');
    return never;
  };
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          if (isDead) return never;
          calls += 1;
          const isLast = calls === death?.atCall;
          if (isLast && death.when === 'before') return die();
          const answer: unknown = await Reflect.apply(member, target, args);
          return isLast ? die() : isDead ? never : answer;
        };
      },
    });
  const ports: LoopPorts = { ...stage.ports, journal: mortal(stage.journal), tools: mortal(stage.gateway) };
  const settings = {
    ...stage.settings,
    warm: new WarmRuns(),
    nudges: new RunNudges(),
    breakers: new ProviderBreakers(),
  };
  return Promise.race([advanceRun(ports, settings, stage.id, new AbortController().signal), promise]);
}
