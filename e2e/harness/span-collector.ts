import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Attribute = { readonly key: string; readonly value: Record<string, string | number | boolean> };
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
};

/** A span as it arrived, with its attributes by name. */
export type CollectedSpan = Omit<SentSpan, 'attributes'> & {
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** An OpenTelemetry collector on a port of this machine, which keeps what it is sent. Ends with the test. */
export async function openCollector() {
  const spans: CollectedSpan[] = [];
  const figures = new Set<string>();
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      texts.push(text);
      if (request.url === '/v1/traces') spans.push(...spansIn(text));
      if (request.url === '/v1/metrics') for (const name of figuresIn(text)) figures.add(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, figures, texts };
}

function spansIn(text: string): CollectedSpan[] {
  type Body = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  const { resourceSpans } = JSON.parse(text) as Body;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}

function figuresIn(text: string): string[] {
  type Body = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] };
  const { resourceMetrics } = JSON.parse(text) as Body;
  return resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
  );
}
