import { type Static, Type } from 'typebox';
import { Nullable, Strict, Timestamp } from './primitives.ts';

export const healthChecks = [
  'database',
  'log',
  'disk',
  'policy',
  'access',
  'approvals',
  'runners',
  'runs',
  'models',
  'sources',
] as const;

/** What an administrator looks at when something is slow or stuck. `text` says what it is and what to do about it. */
export const HealthView = Strict({
  version: Type.String(),
  node_version: Type.String(),
  started_at: Timestamp,
  database: Type.Enum(['sqlite', 'postgres']),
  memory_bytes: Type.Integer(),
  streams: Type.Integer({ description: 'Pages, agents and runners that follow events here' }),
  checks: Type.Array(
    Strict({
      check: Type.Enum(healthChecks),
      status: Type.Enum(['ok', 'notice', 'trouble']),
      text: Type.String(),
    }),
  ),
});
export type HealthView = Static<typeof HealthView>;

/** A setting of the server as it is in force, secrets masked. */
export const SettingView = Strict({
  name: Type.String(),
  value: Nullable(Type.String()),
  source: Type.String({ description: 'default, file, environment or flag' }),
  description: Type.String(),
  flag: Nullable(Type.String()),
  environment: Nullable(Type.String()),
});
export type SettingView = Static<typeof SettingView>;
