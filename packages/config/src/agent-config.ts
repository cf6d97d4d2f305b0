import type { ControlConfig, ModelConfig, ProviderConfig, TelegramConfig, ToolLimitsConfig } from './config.ts';
import type { SettingValues } from './settings.ts';

const demoModel = 'demo';
const scripted = 'scripted:';

/** Files of scripts become absolute; each model is there once, and `demo` always, last where it is not named. */
export function modelSpecs(given: readonly string[], resolvePath: (path: string) => string): string[] {
  const resolved = given.map((spec) =>
    spec.startsWith(scripted) ? `${scripted}${resolvePath(spec.slice(scripted.length))}` : spec,
  );
  return [...new Set([...resolved, demoModel])];
}

export function modelConfig(values: SettingValues): ModelConfig {
  return Object.freeze({
    specs: Object.freeze(values.models!),
    openai: provider(values.openai_api_key, values.openai_base_url),
    anthropic: provider(values.anthropic_api_key, values.anthropic_base_url),
    compatible: provider(values.compatible_api_key, values.compatible_base_url),
    protocol: values.model_protocol!,
  });
}

function provider(apiKey: string | null, baseUrl: string | null): ProviderConfig {
  return Object.freeze({ apiKey, baseUrl: withoutSlash(baseUrl) });
}

export function controlConfig(values: SettingValues): ControlConfig {
  return Object.freeze({
    maxTurns: values.control_max_turns!,
    maxWallTimeMs: values.control_max_wall_time_seconds! * 1000,
    maxTokens: values.control_max_tokens!,
    maxRetries: values.control_max_retries!,
    retryBaseMs: values.control_retry_base_seconds! * 1000,
    retryMaxMs: values.control_retry_max_seconds! * 1000,
    breakerFailures: values.control_breaker_failures!,
    breakerMs: values.control_breaker_seconds! * 1000,
    noProgressTurns: values.control_no_progress_turns!,
    contextTokens: values.control_context_tokens!,
    modelTimeoutMs: values.control_model_timeout_seconds! * 1000,
  });
}

export function toolLimitsConfig(values: SettingValues): ToolLimitsConfig {
  return Object.freeze({
    timeoutMs: values.tool_timeout_seconds! * 1000,
    outputLinesMax: values.tool_max_output_lines!,
    outputBytesMax: values.tool_max_output_bytes!,
    bashDenylist: Object.freeze(values.tool_bash_denylist!),
  });
}

export function telegramConfig(values: SettingValues): TelegramConfig {
  return Object.freeze({
    token: values.telegram_token,
    apiUrl: withoutSlash(values.telegram_api_url)!,
    mode: values.telegram_mode!,
    webhookUrl: values.telegram_webhook_url,
    webhookSecret: values.telegram_webhook_secret,
    webhookPort: values.telegram_webhook_port!,
    usersFile: values.telegram_users_file,
  });
}

function withoutSlash(address: string | null): string | null {
  return address === null ? null : address.replace(/\/+$/, '');
}
