import type { Span, SpanAttributes } from '@countersign/control-plane';
import {
  type Context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type SpanProcessor, TracerProvider, type TracerProviderOptions } from '@opentelemetry/sdk-trace';
import { version } from '../version.ts';
import { callTrace, spanIdOf } from './call-trace.ts';
import { ChosenIds } from './chosen-ids.ts';
import { errorTypeOf } from './error-type-of.ts';
import { telemetryLimits as limits } from './limits.ts';
import { executionAttributes } from './span-attributes.ts';
import type { TraceMemory } from './trace-memory.ts';
import { traceparentOf } from './traceparent.ts';
import type { Tracing } from './tracing.ts';

type Options = {
  readonly memory: Pick<TraceMemory, 'find'>;
  readonly processor: SpanProcessor;
  readonly resource?: TracerProviderOptions['resource'];
};

/**
 * P6: calls as spans. A call and its approval are written when they have ended, with the times at which they began: no
 * process holds anything open for them, and after a restart nothing is missing. The steps in between are ordinary spans.
 */
export function collectedTraces({ memory, processor, resource }: Options): Tracing {
  const ids = new ChosenIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: limits.attributeLengthMax },
    ...(resource ? { resource } : {}),
  });
  const tracer = provider.getTracer('countersign', version);
  const contexts = new AsyncLocalStorageContextManager();

  /** A span that has ended, under the id that others already know it by. */
  const write = (name: string, spanId: string, parent: SpanContext | null, traceId: string, past: Past): void => {
    ids.choose({ traceId, spanId });
    const { startTime, endTime, attributes, error } = past;
    const span = tracer.startSpan(name, { startTime, attributes }, contextOf(parent));
    if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span.end(endTime);
  };

  return {
    isCollected: true,

    async execution(call, run) {
      const { own } = callTrace(call.id, await memory.find(call));
      return contexts.with(contextOf(own), run);
    },

    step(name, kind, attributes, run) {
      const options = {
        kind: kind === 'client' ? OtelSpanKind.CLIENT : OtelSpanKind.INTERNAL,
        attributes: attributes(),
      };
      return runStep(tracer, contexts, name, options, run);
    },

    tokenAsked({ grant, provider: host, audience, outcome, durationMs }) {
      const endTime = Date.now();
      const span = tracer.startSpan(
        'token_exchange',
        {
          kind: OtelSpanKind.CLIENT,
          startTime: endTime - durationMs,
          attributes: {
            'oauth.grant_type': grant,
            'server.address': host,
            'countersign.outcome': outcome,
            ...(audience === null ? {} : { 'oauth.audience': audience }),
            ...(outcome === 'granted' ? {} : { 'error.type': outcome }),
          },
        },
        contexts.active(),
      );
      if (outcome !== 'granted') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },

    callEnded(call, facts, endedAt, traceparent) {
      const { parent, own } = callTrace(call.id, traceparent);
      write(`execute_tool ${facts.tool}`, own.spanId, parent, own.traceId, {
        startTime: call.request.createdAt,
        endTime: endedAt,
        attributes: executionAttributes(call, facts),
        error: facts.errorCode,
      });
    },

    approvalEnded({ call, requestedAt, endedAt, decision }, traceparent) {
      const { own } = callTrace(call.id, traceparent);
      write('approval', spanIdOf('approval', call.id), own, own.traceId, {
        startTime: requestedAt,
        endTime: endedAt,
        attributes: {
          'countersign.decision': decision,
          'countersign.risk_level': call.request.riskLevel,
          'gen_ai.tool.call.id': call.id,
        },
        error: null,
      });
    },

    logFields() {
      const span = trace.getSpanContext(contexts.active());
      return span ? { trace_id: span.traceId, span_id: span.spanId } : noFields;
    },

    close: () => provider.shutdown(),
  };
}

type Past = {
  readonly startTime: number;
  readonly endTime: number;
  readonly attributes: SpanAttributes;
  readonly error: string | null;
};

const noFields = {};

function contextOf(parent: SpanContext | null): Context {
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

async function runStep<T>(
  tracer: Tracer,
  contexts: AsyncLocalStorageContextManager,
  name: string,
  options: SpanOptions,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, options, contexts.active());
  try {
    return await contexts.with(trace.setSpan(contexts.active(), span), () => run(stepOf(span)));
  } catch (error) {
    // Its code or class, never its text: that may quote what was sent.
    span.setAttribute('error.type', errorTypeOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function stepOf(span: OtelSpan): Span {
  return {
    set(attributes) {
      span.setAttributes(attributes);
      if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
    },
    traceparent: traceparentOf(span.spanContext()),
  };
}
