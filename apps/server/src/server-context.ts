import type { RunControl } from '@countersign/agent';
import type { LoadedConfig } from '@countersign/config';
import type { HealthView } from '@countersign/contract';
import type {
  Authenticator,
  CallWaiters,
  ControlPlane,
  EditablePolicy,
  ServerWorker,
} from '@countersign/control-plane';
import type { Logger } from 'pino';
import type { ConfiguredModels } from './agent/configured-models.ts';
import type { RunWaiters } from './agent/run-waiters.ts';
import type { AttemptLimit } from './http/attempt-limit.ts';
import type { Downloads } from './stream/downloads.ts';
import type { EventHub } from './stream/event-hub.ts';
import type { ServerTelemetry } from './telemetry/server-telemetry.ts';
import type { ExternalAgents } from './upstream/external-agents.ts';
import type { Upstream } from './upstream/open-upstream.ts';

/** What the edges are given by the composition root. */
export type ServerContext = {
  readonly plane: ControlPlane;
  readonly authenticator: Authenticator;
  readonly externalAgents: ExternalAgents;
  readonly waiters: CallWaiters;
  readonly runWaiters: RunWaiters;
  /** What runs are given that say nothing of it themselves. */
  readonly chat: { readonly models: ConfiguredModels; readonly control: RunControl };
  /** Runs calls of the server's own, also those that it claims as they come. */
  readonly worker: Pick<ServerWorker, 'isReady' | 'run'>;
  readonly hub: EventHub;
  readonly downloads: Downloads;
  readonly upstream: Upstream;
  readonly policy: EditablePolicy;
  readonly log: Logger;
  readonly telemetry: Pick<ServerTelemetry, 'requestAnswered'>;
  /** Null where they are switched off. */
  readonly figuresText: (() => Promise<string>) | null;
  readonly pairingAttempts: AttemptLimit;
  readonly version: string;
  readonly hosts: HostRules;
  /** How this process was set up, and where each value comes from. */
  readonly settings: Pick<LoadedConfig, 'values' | 'origins' | 'file'>;
  readonly health: () => Promise<HealthView>;
  /** True from the first sign of a shutdown: no new calls, streams end. */
  isClosing(): boolean;
};

export type HostRules = {
  /** Host names this server answers to, lower case, without port. */
  readonly names: ReadonlySet<string>;
  /** Origins beyond the server's own that may call it. */
  readonly origins: ReadonlySet<string>;
  /** The address under which people reach the server; null where only this machine does. */
  readonly publicOrigin: string | null;
  /** Whether cookies must only travel over TLS. */
  readonly isSecure: boolean;
};
