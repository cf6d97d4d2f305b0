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
