import { randomUUID } from 'node:crypto';
import type { RunJournal } from '@countersign/agent';
import type { ControlPlane, ServerExecutor, Telemetry } from '@countersign/control-plane';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Logger } from 'pino';
import { version } from '../version.ts';
import { CallRecorder } from './call-recorder.ts';
import { collectedTraces } from './collected-traces.ts';
import { countCommit } from './count-commit.ts';
import { FigureProducer } from './figure-producer.ts';
import { createFigures, type Figures, type Observed, observe } from './figures.ts';
import { telemetryLimits as limits } from './limits.ts';
import { passedOnTraces } from './passed-on-traces.ts';
import { watchProcess } from './process-figures.ts';
import { PrometheusReader } from './prometheus-text.ts';
import { sendToCollector } from './send-to-collector.ts';
import { TraceMemory } from './trace-memory.ts';
import type { Tracing } from './tracing.ts';

/** P6: the figures of this process, and the traces of its calls. */
export class ServerTelemetry implements Telemetry {
  readonly #log: Logger;
  readonly #reader: PrometheusReader;
  readonly #memory = new TraceMemory();
  readonly #tracing: Tracing;
  readonly #meters: MeterProvider;
  readonly #figures: Figures;
  #recorder: CallRecorder | null = null;
  #running = 0;
  #stopWatching: () => void = () => undefined;

  /** `otlpEndpoint`: where spans and figures are sent; null for nowhere. */
  constructor(log: Logger, otlpEndpoint: string | null) {
    const producer = new FigureProducer();
    const collector = otlpEndpoint === null ? null : sendToCollector(otlpEndpoint, producer, log);
    const resource = resourceOfServer();
    this.#log = log;
    this.#tracing = collector
      ? collectedTraces({ memory: this.#memory, processor: collector.processor, resource })
      : passedOnTraces(this.#memory);
    this.#reader = new PrometheusReader(producer);
    const readers = [this.#reader, ...(collector ? [collector.reader] : [])];
    this.#meters = new MeterProvider({ readers, resource });
    this.#figures = createFigures(producer);
  }

  /** From now on what the log tells is counted and traced. */
  start(plane: ControlPlane, observed: Pick<Observed, 'breakers' | 'viewers' | 'runsWorkedOn'>): void {
    this.#memory.start(plane.store, plane.clock.now());
    const recorder = new CallRecorder({
      plane,
      figures: this.#figures,
      tracing: this.#tracing,
      memory: this.#memory,
      onError: (error) => this.#log.error({ err: error }, 'a call could not be traced'),
    });
    this.#recorder = recorder;
    this.#stopWatching = watchProcess(this.#meter);
    observe(this.#meter, {
      ...observed,
      approvalsPending: () => recorder.approvalsPending,
      executionsRunning: () => this.#running,
      logPosition: () => recorder.position,
    });
  }

  /** The same, with every execution a part of its call's trace. */
  traced(executor: ServerExecutor): ServerExecutor {
    const traced: ServerExecutor = {
      execute: (toolName, args, signal, running) =>
        this.execution(running.call, () => executor.execute(toolName, args, signal, running)),
    };
    if (executor.resume)
      traced.resume = (state, signal, running) =>
        this.execution(running.call, () => executor.resume!(state, signal, running));
    if (executor.preview) traced.preview = (args, judgement) => executor.preview!(args, judgement);
    return traced;
  }

  execution: Telemetry['execution'] = async (call, run) => {
    this.#running += 1;
    try {
      return await this.#tracing.execution(call, run);
    } finally {
      this.#running -= 1;
    }
  };

  step: Telemetry['step'] = (name, kind, attributes, run) => this.#tracing.step(name, kind, attributes, run);

  tokenAsked: Telemetry['tokenAsked'] = (report) => {
    this.#figures.tokenAsked(report);
    this.#tracing.tokenAsked(report);
  };

  requestAnswered(endpoint: string, status: number, durationMs: number): void {
    this.#figures.requestAnswered(endpoint, status, durationMs);
  }

  /** The same, with what is committed counted: by the one process that did it. */
  counted(journal: RunJournal): RunJournal {
    return {
      ...journal,
      commit: async (change) => {
        const isCommitted = await journal.commit(change);
        if (isCommitted) countCommit(this.#figures, change);
        return isCommitted;
      },
    };
  }

  /** For every line of the log. */
  logFields(): Readonly<Record<string, string>> {
    return this.#tracing.logFields();
  }

  /** As Prometheus reads it. */
  figuresText(): Promise<string> {
    return this.#reader.text();
  }

  /** What was measured is sent; a collector that does not answer is not waited for. */
  async close(): Promise<void> {
    this.#stopWatching();
    await this.#recorder?.close();
    const ended = Promise.allSettled([this.#tracing.close(), this.#meters.shutdown()]);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, limits.farewellMs).unref())]);
  }

  get #meter() {
    return this.#meters.getMeter('countersign', version);
  }
}

/** Who it is about: the standard variables may say more of it than we know, and otherwise. */
function resourceOfServer() {
  const own = resourceFromAttributes({
    'service.name': 'countersign',
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}
