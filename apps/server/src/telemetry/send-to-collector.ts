import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type MetricProducer, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { telemetryLimits as limits } from './limits.ts';
import { withReports } from './with-reports.ts';

/** What sends spans and figures to an OpenTelemetry collector over HTTP. Headers and the like are its standard variables. */
export function sendToCollector(endpoint: string, producer: MetricProducer, log: Logger) {
  const url = (path: string) => `${endpoint.replace(/\/+$/, '')}${path}`;
  return {
    processor: new BatchSpanProcessor({
      exporter: withReports(new OTLPTraceExporter({ url: url('/v1/traces') }), 'traces', log),
      scheduledDelayMillis: limits.spansEveryMs,
    }),
    reader: new PeriodicExportingMetricReader({
      exporter: withReports(new OTLPMetricExporter({ url: url('/v1/metrics') }), 'metrics', log),
      metricProducers: [producer],
      exportIntervalMillis: limits.figuresEveryMs,
      exportTimeoutMillis: limits.figuresEveryMs / 2,
    }),
  };
}
