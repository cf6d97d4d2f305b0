import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { type MetricProducer, MetricReader } from '@opentelemetry/sdk-metrics';

/** The exporter adds `_total` to every counter; this one is known without it. */
const renamed = /^(# (?:HELP|TYPE) )?tool_execution_errors_total(?=[ {])/gm;

/** Figures as Prometheus reads them, whenever it asks. */
export class PrometheusReader extends MetricReader {
  readonly #serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

  constructor(producer: MetricProducer) {
    super({ metricProducers: [producer] });
  }

  async text(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    return `${this.#serializer.serialize(resourceMetrics).replace(renamed, '$1tool_execution_errors')}\n`;
  }

  /** Nothing is sent by itself, so there is nothing to end. */
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}
