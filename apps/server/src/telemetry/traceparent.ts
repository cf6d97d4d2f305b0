import { isValidSpanId, isValidTraceId, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** Version, trace, span, flags. A later version may say more after that, which is left out. */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The step that a request belongs to, by its W3C header; null where it says nothing, or nothing that can be read. */
export function parseTraceparent(text: unknown): SpanContext | null {
  const found = typeof text === 'string' ? pattern.exec(text) : null;
  if (!found) return null;
  const [, version, traceId, spanId, flags, rest] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string?,
  ];
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** What a request said of the trace that it is a part of; null where it said nothing of use. */
export function incomingTraceparent(headers: Readonly<Record<string, unknown>>): string | null {
  const parent = parseTraceparent(headers.traceparent);
  return parent && traceparentOf(parent);
}

export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
