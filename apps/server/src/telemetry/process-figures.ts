import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

const delayResolutionMs = 20;
const nsPerMs = 1e6;
const usPerSecond = 1e6;

/** How the process itself is doing, under the names that dashboards know. Returns how to stop watching it. */
export function watchProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  const gauge = (name: string, description: string, read: () => number): void =>
    meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read()));
  gauge('process_resident_memory_bytes', 'Memory that the process has', () => process.memoryUsage.rss());
  gauge('process_heap_used_bytes', 'Memory that its objects take', () => process.memoryUsage().heapUsed);
  gauge(
    'process_start_time_seconds',
    'When it was started, in seconds since 1970',
    () => performance.timeOrigin / 1000,
  );
  gauge('event_loop_utilization', 'How much of its time it was busy, from 0 to 1', () => {
    return performance.eventLoopUtilization().utilization;
  });
  meter
    .createObservableCounter('process_cpu_seconds_total', { description: 'Time of processors that it took' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / usPerSecond);
    });
  meter
    .createObservableGauge('event_loop_delay_ms', {
      description: 'How late things happen because others were going on',
    })
    .addCallback((result) => {
      for (const quantile of [50, 99, 100])
        result.observe(Math.max(0, delay.percentile(quantile) / nsPerMs - delayResolutionMs), {
          quantile: quantile / 100,
        });
    });
  return () => delay.disable();
}
