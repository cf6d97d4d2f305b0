import { isAbsolute, join } from 'node:path';
import { controlConfig, modelConfig, modelSpecs, telegramConfig, toolLimitsConfig } from './agent-config.ts';
import type { Config, Origin, Origins } from './config.ts';
import { ConfigError } from './config-error.ts';
import { isLoopbackHost } from './is-loopback-host.ts';
import { refusal } from './parse-setting.ts';
import { type SettingKey, type SettingValues, settings } from './settings.ts';

/** Their names in the data folder. */
export const policyFileName = 'policy.yaml';
export const accessFileName = 'access.yaml';
const telegramUsersFileName = 'telegram-users.json';

type Places = {
  readonly defaultDataDir: string;
  readonly resolvePath: (path: string, origin: Origin) => string;
  readonly isThere: (path: string) => boolean;
  readonly currentDir: string;
  readonly homeDir: string;
};

/** Checked values to the frozen form the program uses: absolute paths, plain origins, milliseconds. */
export function normalizeSettings(
  values: SettingValues,
  origins: Origins,
  { defaultDataDir, resolvePath, isThere, currentDir, homeDir }: Places,
): { config: Config; shown: SettingValues } {
  const originOf = (key: 'public_url' | 'server') => {
    const value = values[key];
    return value === null ? null : toOrigin(key, value, origins[key]);
  };
  const dataDir = values.data_dir === null ? defaultDataDir : resolvePath(values.data_dir, origins.data_dir);
  /** A file that is named, or the one in the data folder if it is there. */
  const fileOf = (key: 'policy' | 'access' | 'telegram_users_file', name: string): string | null => {
    const named = values[key];
    if (named !== null) return resolvePath(named, origins[key]);
    const own = join(dataDir, name);
    return isThere(own) ? own : null;
  };
  const shown: SettingValues = {
    ...values,
    data_dir: dataDir,
    database: toDatabase(values.database, origins.database, dataDir, resolvePath),
    policy: fileOf('policy', policyFileName),
    access: fileOf('access', accessFileName),
    tool_allowed_roots: values.tool_allowed_roots === null ? [currentDir] : rootsOf(values, origins, resolvePath),
    tool_path: values.tool_path!.map((folder) => resolvePath(folder, origins.tool_path)),
    public_url: originOf('public_url'),
    server: originOf('server'),
    allowed_hosts: values.allowed_hosts!.map((host) => host.toLowerCase()),
    allowed_origins: values.allowed_origins!.map((each) => toOrigin('allowed_origins', each, origins.allowed_origins)),
    models: modelSpecs(values.models!, (path) => resolvePath(path, origins.models)),
    telegram_users_file: fileOf('telegram_users_file', telegramUsersFileName),
  };
  refuseOpenHost(shown, origins);
  refuseDeafWebhook(shown, origins);
  return { config: toConfig(shown, homeDir), shown: Object.freeze(shown) };
}

function toConfig(values: SettingValues, homeDir: string): Config {
  return Object.freeze({
    host: values.host!,
    port: values.port!,
    database: values.database!,
    dataDir: values.data_dir!,
    policyFile: values.policy,
    accessFile: values.access,
    toolAllowedRoots: Object.freeze(values.tool_allowed_roots!),
    toolPath: Object.freeze(values.tool_path!),
    localTools: values.local_tools!,
    homeDir,
    publicUrl: values.public_url,
    allowedHosts: Object.freeze(values.allowed_hosts!),
    allowedOrigins: Object.freeze(values.allowed_origins!),
    logLevel: values.log_level!,
    hasMetrics: values.metrics === 'on',
    otlpEndpoint: values.otlp_endpoint,
    claimWindowMs: values.claim_window_seconds! * 1000,
    leaseMs: values.lease_seconds! * 1000,
    previewWindowMs: values.preview_window_ms!,
    approvalSeconds: Object.freeze({
      MEDIUM: secondsOrNull(values.approval_seconds_medium!),
      HIGH: secondsOrNull(values.approval_seconds_high!),
    }),
    shutdownGraceMs: values.shutdown_grace_seconds! * 1000,
    sealingKey: values.sealing_key,
    server: values.server,
    project: values.project,
    token: values.token,
    role: values.role!,
    models: modelConfig(values),
    control: controlConfig(values),
    workerRunsMax: values.worker_runs_max!,
    toolLimits: toolLimitsConfig(values),
    telegram: telegramConfig(values),
  });
}

/**
 * T3: what a relative root means would depend on where the program is started, and that is not for the rules of a
 * workspace to hang on.
 */
function rootsOf({ tool_allowed_roots: given }: SettingValues, origins: Origins, resolvePath: Places['resolvePath']) {
  const origin = origins.tool_allowed_roots;
  for (const root of given!) {
    if (!isAbsolute(root) && root !== '~' && !root.startsWith('~/')) throw refusal('tool_allowed_roots', given, origin);
  }
  return [...new Set(given!.map((root) => resolvePath(root, origin)))];
}

/** A server that others can reach must know its own name: Host and Origin are checked against it. */
function refuseOpenHost({ host, public_url }: SettingValues, origins: Origins): void {
  if (isLoopbackHost(host!) || public_url !== null) return;
  throw new ConfigError(
    'public_url',
    origins.host,
    `host ${host} can be reached from other machines, so public_url is needed: set COUNTERSIGN_PUBLIC_URL to the address people use, or listen on 127.0.0.1`,
  );
}

/** W6: whoever knows the address could speak as Telegram. */
function refuseDeafWebhook(values: SettingValues, origins: Origins): void {
  if (values.telegram_token === null || values.telegram_mode !== 'webhook') return;
  for (const key of ['telegram_webhook_url', 'telegram_webhook_secret'] as const) {
    if (values[key] === null)
      throw new ConfigError(
        key,
        origins.telegram_mode,
        `telegram_mode webhook needs ${key}: set ${settings[key].env}, or use the mode polling`,
      );
  }
}

function toOrigin(key: SettingKey, text: string, origin: Origin): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isPlain || !/^https?:$/.test(url.protocol)) throw refusal(key, text, origin);
  return url.origin;
}

function toDatabase(text: string | null, origin: Origin, dataDir: string, resolvePath: Places['resolvePath']): string {
  if (text === null) return join(dataDir, 'countersign.db');
  if (text === ':memory:') return text;
  if (/^sqlite:/.test(text)) return resolvePath(text.replace(/^sqlite:(\/\/)?/, ''), origin);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    if (!/^postgres(ql)?:\/\//i.test(text)) throw refusal('database', text, origin);
    return text;
  }
  return resolvePath(text, origin);
}

function secondsOrNull(value: number | 'none'): number | null {
  return value === 'none' ? null : value;
}
