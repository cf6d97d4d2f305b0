import { type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { version } from '../version.ts';
import { telemetryLimits as limits } from './limits.ts';
import { Distribution, Series, Sum } from './series.ts';

/** Figures that are counted here, as OpenTelemetry hands them on. */
export class FigureProducer implements MetricProducer {
  readonly #since = timeNow();
  readonly #figures: ((now: HrTime) => MetricData)[] = [];

  counter(name: string, description: string, labels: readonly string[]): Series<Sum> {
    const series = new Series(labels, limits.labelSetsMax, () => new Sum());
    this.#figures.push((now) => ({
      ...basics(name, description, ValueType.INT),
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: this.#points(series, now, ({ value }) => value),
    }));
    return series;
  }

  histogram(name: string, description: string, labels: readonly string[], steps: readonly number[]) {
    const series = new Series(labels, limits.histogramLabelSetsMax, () => new Distribution(steps));
    this.#figures.push((now) => ({
      ...basics(name, description, ValueType.DOUBLE),
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: this.#points(series, now, ({ counts, sum, count }) => ({
        buckets: { boundaries: [...steps], counts: [...counts] },
        sum,
        count,
      })),
    }));
    return series;
  }

  /** Those that were counted at least once. */
  async collect(): Promise<CollectionResult> {
    const now = timeNow();
    const metrics = this.#figures.map((figure) => figure(now)).filter(({ dataPoints }) => dataPoints.length > 0);
    const scopeMetrics = [{ scope: { name: 'countersign', version }, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }

  #points<T, V>(series: Series<T>, endTime: HrTime, read: (value: T) => V): DataPoint<V>[] {
    return [...series.entries()].map(({ labels, value }) => ({
      startTime: this.#since,
      endTime,
      attributes: { ...labels },
      value: read(value),
    }));
  }
}

function basics(name: string, description: string, valueType: ValueType) {
  return {
    descriptor: { name, description, unit: '', valueType },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  } as const;
}

const msPerSecond = 1_000;
const nsPerMs = 1e6;

/** Seconds and nanoseconds since 1970. */
function timeNow(): HrTime {
  const ms = Date.now();
  return [Math.floor(ms / msPerSecond), (ms % msPerSecond) * nsPerMs];
}
