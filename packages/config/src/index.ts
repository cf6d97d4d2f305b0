export { type Config, type LogLevel, type Origin, type Origins, originText } from './config.ts';
export { ConfigError } from './config-error.ts';
export { environmentOfFlags } from './environment-of-flags.ts';
export { isLoopbackHost } from './is-loopback-host.ts';
export { type LoadedConfig, loadConfig } from './load-config.ts';
export type { Flags, Machine } from './machine.ts';
export { maskSetting } from './mask-setting.ts';
export { type Setting, type SettingKey, settingKeys, settings } from './settings.ts';
export { type ShownSetting, showSettings } from './show-settings.ts';
