import type { Static } from 'typebox';
import type { SettingKey, settings } from './settings.ts';

export type LogLevel = Static<(typeof settings)['log_level']['schema']>;

/** What the rest of the program is given: read once, frozen, with times in the unit they are used in. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** A path of a SQLite file, or a postgres:// URL. */
  readonly database: string;
  readonly dataDir: string;
  /** The policy file; null where none is named and the data folder has none. */
  readonly policyFile: string | null;
  /** The access file; null where none is named and the data folder has none. */
  readonly accessFile: string | null;
  /** Absolute folders in which local tools may work; relative paths of calls begin at the first. */
  readonly toolAllowedRoots: readonly string[];
  /** Who runs them. */
  readonly localTools: 'runner' | 'server';
  /** Absolute folders of programs for commands, besides those of the system; none for Node's own. */
  readonly toolPath: readonly string[];
  /** Of the user whom local tools work for. */
  readonly homeDir: string;
  readonly publicUrl: string | null;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel: LogLevel;
  /** Whether /metrics answers. */
  readonly hasMetrics: boolean;
  /** The collector that traces and metrics go to; null for none. */
  readonly otlpEndpoint: string | null;
  readonly claimWindowMs: number;
  readonly leaseMs: number;
  /** 0 where nobody waits for previews. */
  readonly previewWindowMs: number;
  /** Null for no deadline at all. */
  readonly approvalSeconds: { readonly MEDIUM: number | null; readonly HIGH: number | null };
  readonly shutdownGraceMs: number;
  /** Base64 of 32 bytes; null for the file in the data folder. */
  readonly sealingKey: string | null;
  readonly server: string | null;
  readonly project: string | null;
  readonly token: string | null;
  /** W2: what this process does. */
  readonly role: 'all' | 'server' | 'worker';
  readonly models: ModelConfig;
  readonly control: ControlConfig;
  /** Runs that a worker works on at once. */
  readonly workerRunsMax: number;
  readonly toolLimits: ToolLimitsConfig;
  readonly telegram: TelegramConfig;
};

/** W3: models, and where their providers are. */
export type ModelConfig = {
  /** As `provider:name`, the default first, files of scripts absolute; `demo` is always one of them. Never empty. */
  readonly specs: readonly string[];
  readonly openai: ProviderConfig;
  readonly anthropic: ProviderConfig;
  readonly compatible: ProviderConfig;
  readonly protocol: 'native' | 'json';
};

/** Null for no key, and for the provider's own address. */
export type ProviderConfig = { readonly apiKey: string | null; readonly baseUrl: string | null };

/** W4: the limits of a run that is told nothing else. */
export type ControlConfig = {
  readonly maxTurns: number;
  readonly maxWallTimeMs: number;
  readonly maxTokens: number;
  readonly maxRetries: number;
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  readonly breakerFailures: number;
  readonly breakerMs: number;
  readonly noProgressTurns: number;
  readonly contextTokens: number;
  readonly modelTimeoutMs: number;
};

/** T3: for local tools, where a call does not say otherwise. */
export type ToolLimitsConfig = {
  readonly timeoutMs: number;
  readonly outputLinesMax: number;
  readonly outputBytesMax: number;
  /** First words of commands that are never run. */
  readonly bashDenylist: readonly string[];
};

/** W6: there is no bot where there is no token. */
export type TelegramConfig = {
  readonly token: string | null;
  readonly apiUrl: string;
  readonly mode: 'polling' | 'webhook';
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  readonly webhookPort: number;
  /** Null where none is named and the data folder has none. */
  readonly usersFile: string | null;
};

/** Where a value came from. */
export type Origin =
  | { readonly from: 'flag'; readonly flag: string }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'file'; readonly path: string; readonly line: number }
  | { readonly from: 'default' };

export type Origins = Readonly<Record<SettingKey, Origin>>;

export function originText(origin: Origin): string {
  switch (origin.from) {
    case 'flag':
      return `flag ${origin.flag}`;
    case 'environment':
      return `environment ${origin.variable}`;
    case 'file':
      return `${origin.path}:${origin.line}`;
    case 'default':
      return 'default';
  }
}
