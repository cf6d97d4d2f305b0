import type { RunErrorClass } from '@countersign/contract';
import { limits } from '../limits.ts';
import type { RunControl } from '../run.ts';

/** What tells of a provider's health. Other classes tell of the request. */
const countedClasses = ['rate_limit', 'overloaded', 'network', 'timeout', 'auth', 'provider'] as const;

type Circuit = { failures: number; openedAt: number | null; restMs: number; isTried: boolean };

/** A change of a circuit, for the log of the run that brought it about. */
export type CircuitChange = {
  readonly to: 'open' | 'closed';
  readonly provider: string;
  readonly errorClass: RunErrorClass;
  readonly figure: number;
  readonly threshold: number;
};

/** Leave to ask a provider. Exactly one of these is to be called, once. */
export type Permit = {
  succeeded(): readonly CircuitChange[];
  failed(errorClass: RunErrorClass, now: number): readonly CircuitChange[];
  /** Neither here nor there: it was called off. */
  abandoned(): void;
};

export type Entrance = { readonly permit: Permit } | { readonly retryAt: number; readonly errorClass: RunErrorClass };

/**
 * W4: failures of one class of one provider, over all runs of a process, let it rest: runs wait, then one tries, and the others go on
 * or wait again.
 */
export class ProviderBreakers {
  readonly #circuits = new Map<string, Circuit>();

  enter(provider: string, control: Pick<RunControl, 'breakerFailures' | 'breakerMs'>, now: number): Entrance {
    const trials: Circuit[] = [];
    for (const errorClass of countedClasses) {
      const circuit = this.#circuits.get(keyOf(provider, errorClass));
      if (circuit === undefined || circuit.openedAt === null) continue;
      const retryAt = circuit.isTried ? now + limits.trialLookMs : circuit.openedAt + circuit.restMs;
      if (retryAt > now) return { retryAt, errorClass };
      trials.push(circuit);
    }
    for (const circuit of trials) circuit.isTried = true;
    return { permit: this.#permit(provider, control, trials) };
  }

  #permit(
    provider: string,
    control: Pick<RunControl, 'breakerFailures' | 'breakerMs'>,
    trials: readonly Circuit[],
  ): Permit {
    const letOthersTry = (): void => {
      for (const circuit of trials) circuit.isTried = false;
    };
    const changeOf = (to: CircuitChange['to'], errorClass: RunErrorClass, figure: number): CircuitChange => ({
      to,
      provider,
      errorClass,
      figure,
      threshold: control.breakerFailures,
    });
    return {
      succeeded: () => {
        const closed: CircuitChange[] = [];
        for (const errorClass of countedClasses) {
          const circuit = this.#circuits.get(keyOf(provider, errorClass));
          // One that opened while this was under way stays open: what was asked before says nothing about it.
          if (circuit === undefined || (circuit.openedAt !== null && !trials.includes(circuit))) continue;
          if (circuit.openedAt !== null) closed.push(changeOf('closed', errorClass, circuit.failures));
          this.#circuits.delete(keyOf(provider, errorClass));
        }
        return closed;
      },
      failed: (errorClass, failedAt) => {
        letOthersTry();
        if (!isCounted(errorClass)) return [];
        const key = keyOf(provider, errorClass);
        const circuit = this.#circuits.get(key) ?? { failures: 0, openedAt: null, restMs: 0, isTried: false };
        this.#circuits.set(key, circuit);
        circuit.failures += 1;
        const isOpening = circuit.openedAt === null && circuit.failures >= control.breakerFailures;
        const isTrial = trials.includes(circuit);
        if (!isOpening && !isTrial) return [];
        circuit.openedAt = failedAt;
        circuit.restMs = control.breakerMs;
        return [changeOf('open', errorClass, circuit.failures)];
      },
      abandoned: letOthersTry,
    };
  }
}

function isCounted(errorClass: RunErrorClass): boolean {
  return (countedClasses as readonly RunErrorClass[]).includes(errorClass);
}

function keyOf(provider: string, errorClass: RunErrorClass): string {
  return `${provider}:${errorClass}`;
}
