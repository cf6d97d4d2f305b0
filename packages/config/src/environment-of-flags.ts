import type { Flags } from './machine.ts';
import { type SettingKey, settings } from './settings.ts';

/** Flags as environment, to hand them to a child process that reads its configuration the same way. */
export function environmentOfFlags(flags: Flags): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(flags)) {
    if (value !== undefined) env[key === 'config' ? 'COUNTERSIGN_CONFIG' : settings[key as SettingKey].env] = value;
  }
  return env;
}
