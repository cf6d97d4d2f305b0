import { originText } from './config.ts';
import type { LoadedConfig } from './load-config.ts';
import { maskSetting } from './mask-setting.ts';
import { type SettingKey, settingKeys, settings } from './settings.ts';

export type ShownSetting = {
  readonly key: SettingKey;
  /** Null where nothing is set. Secrets are masked. */
  readonly value: string | number | readonly string[] | null;
  readonly origin: string;
  readonly description: string;
  /** Null where a flag would show a secret to everyone who lists processes. */
  readonly flag: string | null;
  readonly env: string;
};

/** Every setting as a person may see it. */
export function showSettings({ values, origins }: Pick<LoadedConfig, 'values' | 'origins'>): ShownSetting[] {
  return settingKeys.map((key) => {
    const { secrecy, description, flag, env } = settings[key];
    const value = values[key];
    const shown = value === null || secrecy === 'none' ? value : maskSetting(secrecy, value);
    return { key, value: shown, origin: originText(origins[key]), description, flag, env };
  });
}
