import { type LimitReached, wallTimeLimitOf, workingMsLeft } from '../control/run-limits.ts';
import { type Model, ModelError, type ModelRequest, type ModelStep } from '../ports.ts';
import type { RunWork } from './run-work.ts';
import type { SpokenOutput } from './spoken-output.ts';
import { watchRow } from './watch-row.ts';

/** How asking ended. `stopped`: not by the model or its provider. */
export type Asked =
  | { readonly kind: 'answered'; readonly step: ModelStep; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly tookMs: number }
  | { readonly kind: 'stopped'; readonly by: 'signal' | 'person'; readonly tookMs: number }
  | { readonly kind: 'out_of_time'; readonly limit: LimitReached; readonly tookMs: number };

export type StoppedAsking = Extract<Asked, { readonly kind: 'stopped' | 'out_of_time' }>;

type End =
  | { readonly kind: 'step'; readonly step: ModelStep }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'signal' | 'person' | 'model_timeout' | 'wall_time' };

/** One try of one step. It ends when the model answers, when time runs out, when a person cancels the run, or by the signal. */
export async function askModel(
  work: RunWork,
  model: Model,
  request: ModelRequest,
  output: SpokenOutput | null,
): Promise<Asked> {
  const startedAt = work.now();
  const end = await firstEnd(work, model, request, output);
  const tookMs = Math.max(0, work.now() - startedAt);
  switch (end.kind) {
    case 'step':
      await output?.end();
      return { kind: 'answered', step: end.step, tookMs };
    case 'error':
      if (end.error instanceof ModelError) return { kind: 'failed', error: end.error, tookMs };
      throw end.error;
    case 'model_timeout':
      return { kind: 'failed', error: tooSlow(work), tookMs };
    case 'wall_time':
      return { kind: 'out_of_time', limit: wallTimeLimitOf(work.run, tookMs) ?? noTimeLeft(work), tookMs };
    default:
      return { kind: 'stopped', by: end.kind, tookMs };
  }
}

async function firstEnd(work: RunWork, model: Model, request: ModelRequest, output: SpokenOutput | null): Promise<End> {
  const { clock } = work.ports;
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<End>();
  const stopBy = (kind: 'signal' | 'person' | 'model_timeout' | 'wall_time') => (): void => resolve({ kind });

  const interrupt = stopBy('signal');
  work.signal.addEventListener('abort', interrupt, { once: true });
  if (work.signal.aborted) interrupt();
  const callOffs = [
    () => work.signal.removeEventListener('abort', interrupt),
    clock.at(work.now() + workingMsLeft(work.run), stopBy('wall_time')),
    clock.at(work.now() + work.run.control.modelTimeoutMs, stopBy('model_timeout')),
    watchRow(work, (error) => {
      if (error !== null) resolve({ kind: 'error', error });
      else if (work.run.asked === 'cancel') resolve({ kind: 'person' });
    }),
  ];
  const watch = { signal: controller.signal, onText: (text: string) => output?.add(text) };
  model.step(request, watch).then(
    (step) => resolve({ kind: 'step', step }),
    (error: unknown) => resolve({ kind: 'error', error: asModelError(error) }),
  );
  const end = await promise;
  for (const callOff of callOffs) callOff();
  output?.stop();
  if (end.kind !== 'step') controller.abort();
  return end;
}

/** A model that fails in a way it does not explain is not tried again. */
function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const message = error instanceof Error ? error.message : 'The model failed.';
  return new ModelError('unknown', message, { isRetryable: false, cause: error });
}

function tooSlow({ run }: RunWork): ModelError {
  const message = `The model did not answer within ${run.control.modelTimeoutMs / 1000} s.`;
  return new ModelError('timeout', message, { isRetryable: true });
}

/** The alarm rang a moment before the clock said so. */
function noTimeLeft({ run }: RunWork): LimitReached {
  const threshold = run.control.maxWallTimeMs;
  return wallTimeLimitOf({ ...run, workingMs: threshold }, 0)!;
}
