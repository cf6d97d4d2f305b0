import { mkdirSync } from 'node:fs';
import { type Config, loadDefaults } from '@countersign/config';
import { type JsonObject, newId, type ProcessId, type ToolDefinition } from '@countersign/contract';
import {
  Authenticator,
  CallWaiters,
  type Clock,
  ContinuationWorker,
  type ControlPlane,
  DueCallSweeper,
  type Gate,
  MaskedStreams,
  type ServerExecutor,
  ServerWorker,
  type Store,
  systemClock,
} from '@countersign/control-plane';
import { filesOnDisk, localToolDefinitions } from '@countersign/local-tools';
import type { Files, Judgement } from '@countersign/policy';
import { createRedactor } from '@countersign/redaction';
import { openStore, type StoreOptions, sealingCipher } from '@countersign/store';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { AccessSource } from './access-source.ts';
import { ConfiguredModels } from './agent/configured-models.ts';
import { openAgent } from './agent/open-agent.ts';
import { RunWaiters } from './agent/run-waiters.ts';
import type { RunWorker } from './agent/run-worker.ts';
import { openHealth } from './health/open-health.ts';
import { AttemptLimit } from './http/attempt-limit.ts';
import { buildApp } from './http/build-app.ts';
import { hostRules } from './http/host-rules.ts';
import { knownSecrets } from './known-secrets.ts';
import { limits } from './limits.ts';
import { LocalExecutor } from './local/local-executor.ts';
import { openLocalTools } from './local/open-local-tools.ts';
import { orderSignerFile } from './order-signer-file.ts';
import { PolicySource } from './policy-source.ts';
import { redactedLog } from './redacted-log.ts';
import { sealingKey } from './sealing-key.ts';
import type { ServerContext } from './server-context.ts';
import { Downloads } from './stream/downloads.ts';
import { EventHub } from './stream/event-hub.ts';
import { ServerTelemetry } from './telemetry/server-telemetry.ts';
import { toolRegistry } from './tool-registry.ts';
import { ExternalAgents } from './upstream/external-agents.ts';
import { openUpstream } from './upstream/open-upstream.ts';
import type { UpstreamExecutor } from './upstream/upstream-executor.ts';
import { version } from './version.ts';

/** What tests and benchmarks put in the place of the ordinary parts. */
export type Parts = {
  readonly openStore?: (url: string, options: StoreOptions) => Promise<Store>;
  readonly clock?: Clock;
  readonly gate?: Gate;
  /** What calls may lie at; the disk of this machine unless it is another. */
  readonly files?: Files;
  /** Where the log goes instead of to stdout, line by line. */
  readonly logTo?: DestinationStream;
  readonly extraTools?: readonly ToolDefinition[];
  /** Runs the extra tools whose target is the server. */
  readonly executor?: ServerExecutor;
  /** As the configuration was read, for showing; else what is so by default. */
  readonly settings?: ServerContext['settings'];
  /** Of this process: MCP servers that are started here are given a few of its variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

export type Server = {
  /** Of this life of the server: what it does stands under it in the log. */
  readonly processId: ProcessId;
  readonly plane: ControlPlane;
  readonly app: FastifyInstance;
  /**
   * Listens, and works on runs unless that is left to others; resolves to the address, with the port that was taken where
   * the config says 0.
   */
  listen(): Promise<string>;
  /** W2: works on runs without listening. */
  work(): void;
  /** `farewell` is said last, while there is still a store to say it to. */
  close(farewell?: () => Promise<void>): Promise<void>;
};

/** How often a server that closes looks for connections that have become idle. */
const idleSweepMs = 20;

/** Runs the local tools where the server has them, has services called, and hands everything else to whoever was put in. */
function executorOf(
  local: LocalExecutor | null,
  upstream: UpstreamExecutor,
  other: ServerExecutor | undefined,
): ServerExecutor {
  return {
    async execute(toolName, args, signal, running) {
      if (local?.has(toolName)) return local.execute(toolName, args, signal, running);
      if (other && !upstream.has(toolName)) return other.execute(toolName, args, signal, running);
      // One that is gone by now is for it too: it says so.
      return upstream.execute(toolName, args, signal, running);
    },
    resume: (state, signal, running) => upstream.resume(state, signal, running),
    ...(local ? { preview: (args: JsonObject, judgement: Judgement) => local.preview(args, judgement) } : {}),
  };
}

/** The composition root: the one place that builds adapters and puts them together. */
export async function compose(config: Config, parts: Parts = {}): Promise<Server> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const key = sealingKey(config);
  const redactor = createRedactor([...knownSecrets(config), key.toString('base64')]);
  const log = redactedLog(config.logLevel, redactor, parts.logTo, () => telemetry.logFields());
  const telemetry = new ServerTelemetry(log, config.otlpEndpoint);
  const logError = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const clock = parts.clock ?? systemClock;
  const processId = newId<ProcessId>(clock.now());
  const models = ConfiguredModels.open(config.models, clock);
  const policy = PolicySource.open(config, parts.files ?? filesOnDisk);
  const access = AccessSource.open(config);
  const gate = parts.gate ?? policy.gate;
  const isLocal = config.localTools === 'server';
  const local = localToolDefinitions.map((each) => (isLocal ? { ...each, target: 'server' as const } : each));
  const localTools = isLocal ? await openLocalTools(config, local, log) : null;
  const store = await (parts.openStore ?? openStore)(config.database, {
    cipher: sealingCipher(key),
    redactor,
    onFault: logError('the store met a fault'),
  });
  const upstream = openUpstream({
    plane: { store, clock, access, redactor },
    dataDir: config.dataDir,
    environment: parts.environment ?? {},
    telemetry,
    log,
  });
  const tools = toolRegistry([...local, ...(parts.extraTools ?? [])], upstream.tools);
  const executor = localTools && new LocalExecutor(localTools, { gate, tools, workspace: policy.workspace });
  const plane: ControlPlane = {
    store,
    clock,
    gate,
    tools,
    access,
    redactor,
    output: new MaskedStreams(redactor),
    signer: orderSignerFile(config.dataDir),
    executor: telemetry.traced(executorOf(executor, upstream.executor, parts.executor)),
    settings: {
      claimWindowMs: config.claimWindowMs,
      leaseMs: config.leaseMs,
      previewWindowMs: config.previewWindowMs,
    },
  };
  const authenticator = new Authenticator(plane.store, plane.clock, (secret) => redactor.learn(secret));
  const externalAgents = new ExternalAgents(plane, { rules: () => access.rules });
  const waiters = new CallWaiters(plane.store, plane.clock);
  const runWaiters = new RunWaiters(plane.store, plane.clock);
  const hub = new EventHub(plane, log);
  const downloads = new Downloads();
  let agent: RunWorker | null = null;
  await hub.start();
  policy.start(plane, log);
  access.start(plane, log);
  telemetry.start(plane, {
    viewers: () => hub.size,
    breakers: () => upstream.breakers.standings(),
    runsWorkedOn: () => agent?.size ?? 0,
  });
  await upstream.start(plane);
  const continuations = new ContinuationWorker(plane, logError('a call could not go on here'));
  const worker = new ServerWorker(plane, logError('a call could not be run here'), continuations);
  const sweeper = new DueCallSweeper(plane, logError('due calls could not be advanced'));
  const work = (): void => {
    agent ??= openAgent({
      plane,
      processId,
      models,
      worker,
      telemetry,
      runsMax: config.workerRunsMax,
      onError: logError('a run could not be worked on here'),
    });
  };
  let isClosing = false;
  const context: ServerContext = {
    plane,
    authenticator,
    externalAgents,
    waiters,
    runWaiters,
    chat: { models, control: config.control },
    worker,
    hub,
    downloads,
    upstream,
    policy,
    log,
    telemetry,
    figuresText: config.hasMetrics ? () => telemetry.figuresText() : null,
    pairingAttempts: new AttemptLimit(plane.clock, limits.pairingAttemptsMax, limits.pairingAttemptsWindowMs),
    version,
    settings: parts.settings ?? loadDefaults(),
    health: openHealth(config, {
      store,
      clock,
      policy: policy.health,
      access: access.health,
      models: () => models.view.models,
      breakers: () => upstream.breakers.standings(),
      hub,
    }),
    hosts: hostRules(config),
    isClosing: () => isClosing,
  };
  const app = buildApp(context);
  return {
    processId,
    plane,
    app,
    async listen() {
      const address = await app.listen({ host: config.host, port: config.port });
      if (config.role !== 'server') work();
      return address;
    },
    work,
    /** Waiting callers are answered, streams end and resume elsewhere, running work is settled, then the store closes. */
    async close(farewell = async () => undefined) {
      if (isClosing) return;
      isClosing = true;
      waiters.close();
      runWaiters.close();
      hub.close();
      downloads.close();
      // Requests under way end one by one, and leave connections behind that nobody needs any more.
      const sweep = setInterval(() => app.server.closeIdleConnections(), idleSweepMs);
      await app.close();
      clearInterval(sweep);
      await agent?.close();
      await worker.close();
      await continuations.close();
      await upstream.close();
      await executor?.close();
      await sweeper.close();
      await policy.close();
      await access.close();
      await telemetry.close();
      authenticator.close();
      await farewell().catch(logError('the end could not be recorded'));
      await plane.store.close();
    },
  };
}
