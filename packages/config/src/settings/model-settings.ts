import { limits } from '@countersign/contract';
import { Type } from 'typebox';
import { Address, secretSetting, setting } from './setting.ts';

const address = (example: string) => `an http or https address such as ${example}, without credentials`;

/** W3: which models there are, and how they are reached. */
export const modelSettings = {
  models: setting(
    'models',
    Type.Array(
      Type.String({
        pattern: '^(demo|(openai|anthropic|compatible):[!-~]+|scripted:.+)$',
        maxLength: limits.modelNameLengthMax,
      }),
      { maxItems: 50 },
    ),
    [],
    'Models that agents may use, the default first; the scripted `demo` needs no key and is always there',
    {
      allowed:
        'models as provider:name, such as anthropic:claude-sonnet-4-5: the providers are openai, anthropic, compatible, and scripted with a file',
    },
  ),
  model_protocol: setting(
    'model_protocol',
    Type.Enum(['native', 'json']),
    'native',
    'How models ask for tools: by function calling, or by one plain JSON object for those that know none',
  ),
  openai_api_key: secretSetting('openai_api_key', 'Key for models of openai:', {
    allowed: 'a key of the provider, without spaces',
    commonEnv: 'OPENAI_API_KEY',
  }),
  openai_base_url: setting(
    'openai_base_url',
    Address,
    null,
    "Address for openai:; the provider's own where none is set",
    {
      allowed: address('https://api.openai.com/v1'),
      commonEnv: 'OPENAI_BASE_URL',
    },
  ),
  anthropic_api_key: secretSetting('anthropic_api_key', 'Key for models of anthropic:', {
    allowed: 'a key of the provider, without spaces',
    commonEnv: 'ANTHROPIC_API_KEY',
  }),
  anthropic_base_url: setting(
    'anthropic_base_url',
    Address,
    null,
    "Address for anthropic:; the provider's own where none is set",
    { allowed: address('https://api.anthropic.com'), commonEnv: 'ANTHROPIC_BASE_URL' },
  ),
  compatible_api_key: secretSetting('compatible_api_key', 'Key for models of compatible:, where the server wants one', {
    allowed: 'a key of the server, without spaces',
  }),
  compatible_base_url: setting(
    'compatible_base_url',
    Address,
    null,
    "Address of a server that speaks OpenAI's chat completions, for compatible:",
    { allowed: address('http://localhost:11434/v1') },
  ),
} as const;
