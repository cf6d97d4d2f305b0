import {
  AggregationType,
  InstrumentType,
  MeterProvider,
  type MeterProviderOptions,
  type MetricReader,
} from '@opentelemetry/sdk-metrics';
import { telemetryLimits as limits } from './limits.ts';

const durationsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];
const waitsSeconds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];

/** Figures with steps that fit what they measure, and no more combinations of labels than anybody can look at. */
export function createMeters(
  readers: readonly MetricReader[],
  resource: MeterProviderOptions['resource'],
): MeterProvider {
  const steps = (instrumentName: string, boundaries: number[]) =>
    ({
      instrumentName,
      instrumentType: InstrumentType.HISTOGRAM,
      aggregation: { type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM, options: { boundaries } },
      aggregationCardinalityLimit: limits.histogramLabelSetsMax,
    }) as const;
  return new MeterProvider({
    readers: [...readers],
    views: [
      steps('*_duration_ms', durationsMs),
      steps('approval_wait_seconds', waitsSeconds),
      {
        instrumentType: InstrumentType.COUNTER,
        instrumentName: '*',
        aggregationCardinalityLimit: limits.labelSetsMax,
      },
    ],
    ...(resource ? { resource } : {}),
  });
}
