import { Type } from 'typebox';
import { Address, file, hour, Origin, origin, Path, Seconds, setting } from './setting.ts';

const SecondsOrNone = Type.Union([Seconds(1, 30 * 24 * hour), Type.Literal('none')]);

/** The server, its files and its deadlines, and what commands need to reach it. */
export const serverSettings = {
  host: setting('host', Type.String({ minLength: 1, maxLength: 255 }), '127.0.0.1', 'Address to listen on', {
    allowed: 'a host name or an IP address; one that others can reach needs public_url',
  }),
  port: setting('port', Type.Integer({ minimum: 0, maximum: 65_535 }), 7717, 'Port to listen on; 0 for any free one'),
  database: setting('database', Path, null, 'SQLite file, or postgres:// for many replicas', {
    allowed: `${file}, or a postgres:// URL`,
    secrecy: 'password',
  }),
  data_dir: setting('data_dir', Path, null, 'Folder for data, keys and this configuration', {
    allowed: file,
  }),
  policy: setting('policy', Path, null, 'Policy file; else policy.yaml of the data folder', {
    allowed: file,
  }),
  access: setting('access', Path, null, 'Access file: who may use which tools; else access.yaml of the data folder', {
    allowed: file,
  }),
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
    Address,
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
