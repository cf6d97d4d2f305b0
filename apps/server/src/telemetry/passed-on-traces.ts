import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@countersign/control-plane';
import type { TraceMemory } from './trace-memory.ts';
import { parseTraceparent } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

const noSpan: Span = { set: () => undefined, traceparent: null };

/** Where nobody collects spans, the trace that a call came with is still passed on, as it came. */
export function passedOnTraces(memory: Pick<TraceMemory, 'find'>): Tracing {
  const current = new AsyncLocalStorage<Span>();
  return {
    isCollected: false,
    async execution(call, run) {
      const traceparent = await memory.find(call);
      return parseTraceparent(traceparent) === null ? run() : current.run({ ...noSpan, traceparent }, run);
    },
    step: (_name, _kind, _attributes, run) => run(current.getStore() ?? noSpan),
    tokenAsked: () => undefined,
    callEnded: () => undefined,
    approvalEnded: () => undefined,
    logFields: () => noFields,
    close: async () => undefined,
  };
}

const noFields = {};
