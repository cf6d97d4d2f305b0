import { type LoadedConfig, showSettings } from '@countersign/config';
import type { SettingView } from '@countersign/contract';

/** As `countersign config show` shows them: secrets are masked, and each says where it comes from. */
export function settingViews(loaded: Pick<LoadedConfig, 'values' | 'origins'>): SettingView[] {
  return showSettings(loaded).map(({ key, value, origin, description, flag, env }) => ({
    name: key,
    value: value === null ? null : [value].flat().join(', '),
    source: origin,
    description,
    flag,
    environment: env,
  }));
}
