import { isoTime } from '@countersign/contract';
import type { CircuitChange, Entrance } from '../control/provider-breakers.ts';
import type { Model, RunEvent } from '../ports.ts';
import { isEnded } from '../run-changes.ts';
import type { RunWork } from './run-work.ts';

/** W4: the provider is left alone for now, because of what happened to other runs or to this one. */
export async function waitForProvider(
  work: RunWork,
  model: Model,
  { retryAt, errorClass }: Extract<Entrance, { readonly retryAt: number }>,
): Promise<void> {
  const text = `${model.provider} is left alone until ${isoTime(retryAt)} after too many failures (${errorClass}).`;
  await work.commit((run) => {
    if (isEnded(run) || run.asked !== null) return null;
    const data = { turn: run.turn, retry_in_ms: retryAt - work.now(), error_class: errorClass, error: null, text };
    return {
      set: { wakeAt: retryAt },
      entries: [],
      events: [{ type: 'control.retry_scheduled', turnId: run.turnId, data }],
    };
  });
}

/** Said in the log of the run that noticed. */
export function circuitEvents(changes: readonly CircuitChange[], breakerMs: number): RunEvent[] {
  return changes.map(({ to, provider, errorClass, figure, threshold }) => {
    const isOpen = to === 'open';
    const text = isOpen
      ? `${provider} failed ${figure} times (${errorClass}) and is left alone for ${breakerMs / 1000} s.`
      : `${provider} answers again.`;
    const rest = isOpen ? { retry_in_ms: breakerMs } : {};
    return {
      type: isOpen ? 'control.circuit_opened' : 'control.circuit_closed',
      turnId: null,
      data: { provider, error_class: errorClass, figure, threshold, text, ...rest },
    };
  });
}
