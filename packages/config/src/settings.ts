import { type Static, type TSchema, Type } from 'typebox';

/** `whole`: never shown. `password`: shown without the password that its URL may carry. */
export type Secrecy = 'none' | 'whole' | 'password';

export type Setting<S extends TSchema = TSchema> = {
  readonly schema: S;
  readonly description: string;
  /** Null where there is none, or where it is worked out from the machine (`data_dir`, `database`). */
  readonly default: Static<S> | null;
  readonly env: string;
  /** Null where a flag would show a secret to everyone who lists processes. */
  readonly flag: string | null;
  readonly secrecy: Secrecy;
  /** A variable that other programs know too, and that counts where ours is not set. */
  readonly commonEnv?: string;
  /** What may be given, in words, where the schema alone does not say it. */
  readonly allowed?: string;
};

const hour = 3600;
const Origin = Type.String({ minLength: 1, maxLength: 300 });
const Seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const SecondsOrNone = Type.Union([Seconds(1, 30 * 24 * hour), Type.Literal('none')]);
const origin = 'an http or https address without a path, such as https://countersign.example.org';
const file = 'a path; one that starts with ~/ is in the home folder';

/** Every setting there is, by its key in the file. Flag, environment and `config show` are made from this. */
export const settings = {
  host: setting('host', Type.String({ minLength: 1, maxLength: 255 }), '127.0.0.1', 'Address to listen on', {
    allowed: 'a host name or an IP address; one that others can reach needs public_url',
  }),
  port: setting('port', Type.Integer({ minimum: 0, maximum: 65_535 }), 7717, 'Port to listen on; 0 for any free one'),
  database: setting('database', Type.String({ minLength: 1 }), null, 'SQLite file, or postgres:// for many replicas', {
    allowed: `${file}, or a postgres:// URL`,
    secrecy: 'password',
  }),
  data_dir: setting('data_dir', Type.String({ minLength: 1 }), null, 'Folder for data, keys and this configuration', {
    allowed: file,
  }),
  policy: setting('policy', Type.String({ minLength: 1 }), null, 'Policy file; else policy.yaml of the data folder', {
    allowed: file,
  }),
  access: setting(
    'access',
    Type.String({ minLength: 1 }),
    null,
    'Access file: who may use which tools; else access.yaml of the data folder',
    { allowed: file },
  ),
  tool_allowed_roots: setting(
    'tool_allowed_roots',
    Type.Array(Type.String({ minLength: 1 }), { maxItems: 100 }),
    [],
    'Folders in which local tools may work; the current one where none is named',
    { allowed: `each ${file}` },
  ),
  tool_path: setting(
    'tool_path',
    Type.Array(Type.String({ minLength: 1 }), { maxItems: 20 }),
    [],
    "Folders of programs that commands find besides the system's, such as that of a version manager",
    { allowed: `each ${file}` },
  ),
  local_tools: setting(
    'local_tools',
    Type.Enum(['runner', 'server']),
    'runner',
    'Who runs local tools: runners on their machines, or the server itself under tool_allowed_roots',
  ),
  public_url: setting('public_url', Origin, null, 'Address under which people reach the server', { allowed: origin }),
  allowed_hosts: setting(
    'allowed_hosts',
    Type.Array(Type.String({ pattern: '^([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$' }), { maxItems: 100 }),
    [],
    'Host names to answer to, besides loopback and public_url',
    { allowed: 'host names, each with or without a port' },
  ),
  allowed_origins: setting(
    'allowed_origins',
    Type.Array(Origin, { maxItems: 100 }),
    [],
    'Origins of pages that may call, besides the own one',
    { allowed: `each ${origin}` },
  ),
  log_level: setting(
    'log_level',
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'How much is logged',
  ),
  metrics: setting('metrics', Type.Enum(['on', 'off']), 'on', 'Whether /metrics shows figures for Prometheus'),
  otlp_endpoint: setting(
    'otlp_endpoint',
    Type.String({ pattern: '^https?://[^@]+$', maxLength: 500 }),
    null,
    'OpenTelemetry collector that traces and metrics are sent to; nothing is sent where there is none',
    {
      allowed: 'an http or https address such as http://localhost:4318, without credentials',
      commonEnv: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    },
  ),
  claim_window_seconds: setting(
    'claim_window_seconds',
    Seconds(1, 24 * hour),
    60,
    'How long a call waits for a runner',
  ),
  lease_seconds: setting('lease_seconds', Seconds(1, hour), 30, 'How long a runner may be silent while it executes'),
  preview_window_ms: setting(
    'preview_window_ms',
    Type.Integer({ minimum: 0, maximum: 60_000 }),
    2_000,
    'How long a call waits for a runner to show what it would change, before a person is asked; 0 for not at all',
  ),
  approval_seconds_medium: setting(
    'approval_seconds_medium',
    SecondsOrNone,
    300,
    'How long a call of MEDIUM risk waits for a person',
  ),
  approval_seconds_high: setting(
    'approval_seconds_high',
    SecondsOrNone,
    600,
    'How long a call of HIGH risk waits for a person',
  ),
  shutdown_grace_seconds: setting(
    'shutdown_grace_seconds',
    Seconds(0, 10 * 60),
    10,
    'How long requests in flight may take when the server is told to stop',
  ),
  sealing_key: setting(
    'sealing_key',
    Type.String({ pattern: '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$' }),
    null,
    'Key that real arguments are encrypted with in the database; else the file sealing-key of the data folder',
    {
      allowed: 'the base64 of 32 random bytes, as `openssl rand -base64 32` prints it',
      secrecy: 'whole',
      flag: null,
    },
  ),
  server: setting('server', Origin, null, 'Server that commands talk to', { allowed: origin }),
  project: setting('project', Type.String({ minLength: 1, maxLength: 100 }), null, 'Project that commands are about', {
    allowed: "a project's name or id",
  }),
  token: setting('token', Type.String({ pattern: '^[!-~]{1,500}$' }), null, 'Credential that commands send', {
    allowed: 'the secret that `countersign token create` printed',
    secrecy: 'whole',
    flag: null,
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = Static<(typeof settings)[K]['schema']>;

export type SettingValues = { readonly [K in SettingKey]: SettingValue<K> | null };

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

/** Names follow from the key by one rule, so that nobody has to look them up: data_dir, --data-dir, COUNTERSIGN_DATA_DIR. */
function setting<S extends TSchema>(
  key: string,
  schema: S,
  fallback: Static<S> | null,
  description: string,
  options: { allowed?: string; secrecy?: Secrecy; flag?: null; commonEnv?: string } = {},
): Setting<S> {
  return {
    schema,
    description,
    default: fallback,
    env: `COUNTERSIGN_${key.toUpperCase()}`,
    flag: `--${key.replaceAll('_', '-')}`,
    secrecy: 'none',
    ...options,
  };
}
