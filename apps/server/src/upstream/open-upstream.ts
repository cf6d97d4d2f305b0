import { type ControlPlane, type SourceImporter, SourceRefresher, type Telemetry } from '@countersign/control-plane';
import { Authorizer } from '@countersign/upstream';
import type { Logger } from 'pino';
import { Breakers } from './breakers.ts';
import { HttpSenders } from './http-senders.ts';
import { McpServices } from './mcp-services.ts';
import { describeCall } from './request-profiles.ts';
import { ResponseFiles } from './response-files.ts';
import { sourceImporter } from './source-importer.ts';
import { SourceSecrets } from './source-secrets.ts';
import { UpstreamExecutor } from './upstream-executor.ts';
import { UpstreamTools } from './upstream-tools.ts';

/** What the edges need of services. */
export type Upstream = {
  readonly tools: UpstreamTools;
  readonly importer: SourceImporter;
  readonly breakers: Breakers;
  readonly files: ResponseFiles;
};

type Opened = Upstream & {
  readonly executor: UpstreamExecutor;
  /** From now on tools are known, and services are looked at again when it is time. */
  start(plane: ControlPlane): Promise<void>;
  close(): Promise<void>;
};

type Given = {
  readonly plane: Pick<ControlPlane, 'store' | 'clock' | 'access' | 'redactor'>;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly telemetry: Telemetry;
  readonly log: Logger;
};

/** The parts that look at services and call them, put together. */
export function openUpstream({ plane, dataDir, environment, telemetry, log }: Given): Opened {
  const { store, clock, redactor } = plane;
  const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const secrets = new SourceSecrets(store, redactor, onError('a secret could not be opened'));
  const breakers = new Breakers(store, clock, onError('a change of a breaker could not be recorded'));
  const files = new ResponseFiles(dataDir, plane);
  const http = new HttpSenders(clock, files);
  const authorizer = new Authorizer({
    now: () => clock.now(),
    secrets: (name) => secrets.find(name),
    onToken: (report) => telemetry.tokenAsked(report),
  });
  let refresher: SourceRefresher | null = null;
  const mcp = new McpServices({
    http,
    authorizer,
    secrets: (name) => secrets.find(name),
    environment,
    onToolsChanged: (name) => refresher?.refresh(name),
  });
  const tools = new UpstreamTools(
    (definition, source) =>
      definition.upstream.profile === null ? undefined : (args) => describeCall(definition, source, args),
    (sources) => {
      // Each has its breaker before anything is said about it.
      for (const source of sources) breakers.of(source);
      void http.keepOnly(sources).catch(onError('connections could not be closed'));
    },
    onError('the tools of services could not be read'),
  );
  const importer = sourceImporter({
    fetchDocument: (url, { destinations }, signal) => http.fetchDocument(url, destinations, signal),
    importMcp: (settings, signal) => mcp.import(settings, signal),
  });
  const stopListening = store.subscribe((events) => {
    for (const { type, data } of events) if (type === 'source.removed') void mcp.closeSource(String(data.name));
  });
  return {
    tools,
    importer,
    breakers,
    files,
    executor: new UpstreamExecutor({ plane, tools, breakers, authorizer, http, mcp, files, telemetry, log }),
    async start(whole) {
      await secrets.start();
      await tools.start(store);
      refresher = new SourceRefresher(whole, importer, onError('services could not be looked at'));
    },
    async close() {
      stopListening();
      await refresher?.close();
      await tools.close();
      await mcp.close();
      await http.close();
      await breakers.close();
      secrets.close();
    },
  };
}
