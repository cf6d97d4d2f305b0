import type { Static } from 'typebox';
import { controlSettings } from './settings/control-settings.ts';
import { modelSettings } from './settings/model-settings.ts';
import { serverSettings } from './settings/server-settings.ts';
import { telegramSettings } from './settings/telegram-settings.ts';
import { toolSettings } from './settings/tool-settings.ts';

export type { Secrecy, Setting } from './settings/setting.ts';

/** Every setting there is, by its key in the file. Flag, environment, `config show` and its page are made from this. */
export const settings = {
  ...serverSettings,
  ...toolSettings,
  ...modelSettings,
  ...controlSettings,
  ...telegramSettings,
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = Static<(typeof settings)[K]['schema']>;

export type SettingValues = { readonly [K in SettingKey]: SettingValue<K> | null };

export const settingKeys = Object.keys(settings) as readonly SettingKey[];
