import { Value } from 'typebox/value';
import type { Origin } from './config.ts';
import { ConfigError } from './config-error.ts';
import { maskSetting } from './mask-setting.ts';
import { type Setting, type SettingKey, type SettingValue, settings } from './settings.ts';

/** A value as a file gives it (with a type) or as a flag or variable gives it (text), checked against its schema. */
export function parseSetting<K extends SettingKey>(key: K, given: unknown, origin: Origin): SettingValue<K> {
  const setting: Setting = settings[key];
  const value = origin.from === 'file' ? given : fromText(setting, String(given));
  if (!Value.Check(setting.schema, value)) throw refusal(key, given, origin);
  return value as SettingValue<K>;
}

/** The one way a wrong value is reported. */
export function refusal(key: SettingKey, given: unknown, origin: Origin, advice = ''): ConfigError {
  const setting: Setting = settings[key];
  const shown = JSON.stringify(maskSetting(setting.secrecy, given));
  return new ConfigError(
    key,
    origin,
    `${key} cannot be ${shown}: it must be ${allowedText(setting)}${hint(key, given)}${advice}`,
  );
}

function fromText({ schema }: Setting, text: string): unknown {
  if ('type' in schema && schema.type === 'array') return text.split(',').map((item) => item.trim());
  const isNumber = 'anyOf' in schema || ('type' in schema && schema.type === 'integer');
  return isNumber && /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

function allowedText(setting: Setting): string {
  return setting.allowed ?? schemaText(setting.schema as SchemaShape);
}

type SchemaShape = {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaShape[];
};

function schemaText(schema: SchemaShape): string {
  if (schema.anyOf) return schema.anyOf.map(schemaText).join(' or ');
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return schema.const;
  return `a whole number from ${schema.minimum} to ${schema.maximum}`;
}

/** Kubernetes and old container links set COUNTERSIGN_PORT by themselves; nobody finds that out alone. */
function hint(key: SettingKey, given: unknown): string {
  if (key !== 'port' || typeof given !== 'string' || !given.startsWith('tcp://')) return '';
  return '. Kubernetes sets this variable for a service called countersign: give the service another name or set enableServiceLinks: false';
}
