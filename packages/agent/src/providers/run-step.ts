import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError, type ModelRequest, type ModelStep, type ModelWatch } from '../ports.ts';
import { StepCollector } from './collect-step.ts';
import type { ProviderName } from './load-sdk.ts';
import { modelErrorOf } from './model-error-of.ts';
import { callOptions } from './prompt-of.ts';

type StepSettings = {
  readonly provider: ProviderName;
  readonly apiKey: string | null;
  readonly silenceMsMax: number;
};

/** One step: a request, and its answer as it comes. Rejects with ModelError and nothing else. */
export async function runStep(
  loaded: Promise<LanguageModelV4>,
  { provider, apiKey, silenceMsMax }: StepSettings,
  request: ModelRequest,
  { onText, signal }: ModelWatch,
): Promise<ModelStep> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(tooSilent(silenceMsMax)), silenceMsMax);
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    const model = await loaded;
    const collector = new StepCollector(provider, onText);
    const asked = model.doStream({ ...callOptions(provider, request), abortSignal: either });
    const { stream } = await orAborted(Promise.resolve(asked), either);
    for await (const part of partsOf(stream, either)) {
      timer.refresh();
      collector.take(part);
    }
    return collector.ended();
  } catch (error) {
    throw either.aborted ? stopped(either.reason) : modelErrorOf(error, { provider, apiKey });
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

async function* partsOf(stream: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // The connection is let go of, whatever the stream has to say about it.
    void reader.cancel().catch(() => undefined);
  }
}

/** Nobody waits for a provider that does not notice that it is to stop. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function tooSilent(silenceMs: number): ModelError {
  return new ModelError('timeout', `The provider said nothing for ${silenceMs / 1000} s.`, { isRetryable: true });
}

/** Whoever stops a step for its time says so by the reason; any other is the wish of a person or the end of the process. */
function stopped(reason: unknown): ModelError {
  if (reason instanceof ModelError) return reason;
  if ((reason as Error | undefined)?.name === 'TimeoutError')
    return new ModelError('timeout', 'The step of the model took longer than it may.', { isRetryable: true });
  return new ModelError('unknown', 'The step of the model was stopped.', { isRetryable: false });
}
