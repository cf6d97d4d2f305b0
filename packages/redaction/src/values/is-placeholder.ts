import { limits } from '../limits.ts';
import { marker } from '../marker.ts';

/** Texts that stand where a secret would be. Each has a reason and an example that a test runs. */
export const placeholders: readonly { readonly what: string; readonly shape: RegExp; readonly example: string }[] = [
  { what: 'a mask', shape: /^(.)\1{3,}$/su, example: '********' },
  { what: 'a mask of several signs', shape: /^(?:[*•.…_#-]+|[*x•.…_#-]{3,})$/iu, example: 'xxxx-xxxx' },
  {
    what: 'a beginning and a mask',
    shape: /^[\w-]{0,8}(?:\*{3,}|x{6,}|•{3,}|\.{3}|…)[\w-]{0,4}$/iu,
    example: 'sk-...',
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is meant.
  { what: 'a variable in braces', shape: /^\$?\{[^}]*\}*$/, example: '${API_KEY}' },
  { what: 'a variable of a shell', shape: /^\$(?:[a-z_]+|[A-Z_][A-Z0-9_]*|[A-Za-z_]+)$/, example: '$API_KEY' },
  { what: 'a substitution', shape: /^[$#]?[({].*[)}]*$/s, example: '$(pass show db)' },
  { what: 'an expression in PHP or Perl', shape: /^\$\w+(?:->|\[|::)/, example: '$config["password"]' },
  { what: 'a variable of Windows', shape: /^%[A-Za-z_]\w*%$/, example: '%TOKEN%' },
  { what: 'a place to fill in', shape: /^<[^<>]*>?$/, example: '<your-token>' },
  { what: 'a place in brackets', shape: /^\[[\w \-.]*\]?$/, example: '[PAD]' },
  { what: 'a tag of YAML', shape: /^!\w+/, example: '!vault' },
  { what: 'an anchor of YAML', shape: /^[&*][a-z]\w*$/i, example: '*default_password' },
  {
    what: 'nothing',
    shape:
      /^(?:undefined|null|none|nil|nan|true|false|yes|no|on|off|n\/a|na|unset|empty|void|default|required|optional|missing|invalid|expired|enabled|disabled|include|omit|same-origin)$/i,
    example: 'undefined',
  },
  {
    what: 'a type',
    shape:
      /^(?:&?'?(?:static )?str|string|number|boolean|bool|any|unknown|never|object|bytes|int|integer|float|text|varchar|char|secretstr|uuid|symbol|buffer|uint8array|date|array|list|dict|map|optional|option|record|promise|partial)\b(?:\(\d+\))?[?;,)<>[\]|]*$/i,
    example: 'string',
  },
  {
    what: 'words of an instruction',
    shape:
      /^(?:change[-_ ]?me|replace[-_ ]?me|todo|tbd|fixme|redacted|hidden|masked|placeholder|example|dummy|secret|password|token)[!.]*$/i,
    example: 'changeme',
  },
  {
    what: 'what is yours to give',
    shape: /^["']?(?:your|my|the|an?|some|insert|enter|put)[-_ ]/i,
    example: 'your_api_key',
  },
  { what: 'what goes here', shape: /[-_ ]here$/i, example: 'token-goes-here' },
  {
    what: 'a place in a program',
    shape:
      /^(?:process\.env|import\.meta|os\.|env[.[]|environ|secrets\.|vars?\.|local\.|data\.|module\.|self\.|this\.|config|cfg|settings\.|options?\.|opts\.|props?\.|args?\.|params?\.|ctx\.|context\.|req(?:uest)?\.|res(?:ponse|ult)?\.|body\.|state\.|session\.|event\.|account\.|user\.|auth\.|credentials?\.|input\.|form\.|values?\.|std::|builtins?\.|steps\.|github\.|inputs\.|needs\.)/i,
    example: 'process.env.GITHUB_TOKEN',
  },
  { what: 'a call', shape: /^(?:await |new |!)?[A-Za-z_$][A-Za-z_$.]*\(/, example: 'getToken()' },
  {
    what: 'a part of a program',
    shape: /^(?:await|new|function|async|typeof|lambda|return|if|else|for|while|and|or|not|is|in|as|match|case)$/,
    example: 'await',
  },
  { what: 'a comparison or an arrow', shape: /^[=<>!|&?:+~,;)]+$/, example: '=>' },
  {
    what: 'a file',
    shape:
      /^(?:(?:\/[a-z][a-z-]*)+$|(?:~|\.{1,2}|\/(?:etc|run|var|home|usr|opt|tmp|root|mnt|srv|app|secrets|path|dev|proc))\/[\w./@~-]*$)/,
    example: '/run/secrets/db_password',
  },
  {
    what: 'a file by its ending',
    shape:
      /^[\w./~-]*\.(?:pem|key|pub|crt|cer|p12|pfx|jks|txt|json|ya?ml|toml|env|md|ts|js|py|go|rs|rb|java|php|html|sql|sh)$/i,
    example: 'id_rsa.pem',
  },
  {
    what: 'an address of a secret, not the secret',
    shape: /^(?:https?|wss?|op|vault|arn|ssm|file|urn|ref|env|aws-sm|gcp-sm|keychain|secretsmanager):/i,
    example: 'op://vault/item/field',
  },
  { what: 'a secret that is encrypted', shape: /^ENC\[/, example: 'ENC[AES256_GCM,data:abc]' },
];

/** Whether a value that is named as a secret is not one. */
export function isPlaceholder(value: string): boolean {
  if (value === '' || value === marker) return true;
  if (value.length > limits.placeholderLengthMax || value.includes(marker)) return false;
  if (remembered.has(value)) return true;
  if (!placeholders.some(({ shape }) => shape.test(value))) return false;
  if (remembered.size >= limits.rememberedPlaceholdersMax) remembered.clear();
  remembered.add(value);
  return true;
}

/** Placeholders come again and again. What may be a secret is never remembered. */
const remembered = new Set<string>();
