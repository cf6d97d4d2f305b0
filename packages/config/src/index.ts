export {
  type Config,
  type ControlConfig,
  type LogLevel,
  type ModelConfig,
  type Origin,
  type Origins,
  originText,
  type TelegramConfig,
  type ToolLimitsConfig,
} from './config.ts';
export { ConfigError } from './config-error.ts';
export { configSecrets } from './config-secrets.ts';
export { defaultConfig, loadDefaults } from './default-config.ts';
export { environmentOfFlags } from './environment-of-flags.ts';
export { isLoopbackHost } from './is-loopback-host.ts';
export { type LoadedConfig, loadConfig } from './load-config.ts';
export type { Flags, Machine } from './machine.ts';
export { maskSetting } from './mask-setting.ts';
export { accessFileName, policyFileName } from './normalize-settings.ts';
export { type Setting, type SettingKey, settingKeys, settings } from './settings.ts';
export { type ShownSetting, showSettings } from './show-settings.ts';
