import type { ToolCall } from '@countersign/tool-call';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One step of a call that somebody may follow from outside. */
export type Span = {
  /** What is known only once the step is under way: a status, an error. */
  set(attributes: SpanAttributes): void;
  /** The W3C header that makes what the next one does a part of the same trace; null where there is none to be a part of. */
  readonly traceparent: string | null;
};

/** `client`: a request to somebody else. `internal`: work of our own. */
export type SpanKind = 'internal' | 'client';

/** One question to an identity provider. No token is in it. */
export type TokenAsked = {
  readonly grant: 'token_exchange' | 'client_credentials';
  /** Its host. */
  readonly provider: string;
  readonly audience: string | null;
  readonly outcome: 'granted' | 'refused' | 'failed';
  readonly durationMs: number;
};

/** How calls are followed from outside while they run. Figures and spans never change what happens. */
export type Telemetry = {
  /** Runs what a call needs while it is executed: every step within is a part of its trace. */
  execution<T>(call: ToolCall, run: () => Promise<T>): Promise<T>;
  /** One step. What it throws is recorded by its code or name, and thrown on. Attributes are made only where somebody follows. */
  step<T>(name: string, kind: SpanKind, attributes: () => SpanAttributes, run: (span: Span) => Promise<T>): Promise<T>;
  /** U3: an identity provider was asked for a token, just now. */
  tokenAsked(report: TokenAsked): void;
};

const noSpan: Span = { set: () => undefined, traceparent: null };

/** Nobody follows, and it costs nothing. */
export const noTelemetry: Telemetry = {
  execution: (_call, run) => run(),
  step: (_name, _kind, _attributes, run) => run(noSpan),
  tokenAsked: () => undefined,
};
