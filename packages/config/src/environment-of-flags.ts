import type { Flags } from './machine.ts';
import { type SettingKey, settings } from './settings.ts';

/** Tells a child process which of its variables were flags: it shows where a value really comes from. */
export const flagsVariable = 'COUNTERSIGN_SUPERVISOR_FLAGS';

/** Flags as environment, to hand them to a child process that reads its configuration the same way. */
export function environmentOfFlags(flags: Flags): Record<string, string> {
  const given = Object.keys(flags).filter((key) => flags[key as SettingKey] !== undefined);
  const env: Record<string, string> = { [flagsVariable]: given.join(',') };
  for (const [key, value] of Object.entries(flags)) {
    if (value !== undefined) env[key === 'config' ? 'COUNTERSIGN_CONFIG' : settings[key as SettingKey].env] = value;
  }
  return env;
}
