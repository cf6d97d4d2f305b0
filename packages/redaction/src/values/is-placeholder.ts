import { limits } from '../limits.ts';
import { marker } from '../marker.ts';
import { type Looks, looks, looksOf, startingWith } from './looks.ts';

/**
 * A text that stands where a secret would be, with a reason and an example that a test runs. The shape is tried only on
 * values that begin with one of the characters, where there are any, and that have one of the looks.
 */
type Placeholder = {
  readonly what: string;
  readonly begins?: string;
  readonly looks: Looks;
  readonly shape: RegExp;
  readonly example: string;
};

/** One of these words or beginnings, and what may follow it. */
function oneOf(what: string, list: string, after: string, example: string): Placeholder {
  const words = list.trim().split(/\s+/);
  const escaped = words.map((word) => word.replace(/[.[]/g, '\\$&').replace('-', '[-_ ]?'));
  return { what, looks: startingWith(words), shape: new RegExp(`^(?:${escaped.join('|')})${after}`, 'i'), example };
}

export const placeholders: readonly Placeholder[] = [
  { what: 'a mask', looks: looks.beginsTwice, shape: /^(.)\1{3,}$/su, example: '********' },
  {
    what: 'a mask of several signs',
    begins: '*•.…_#-xX',
    looks: looks.any,
    shape: /^(?:[*•.…_#-]+|[*x•.…_#-]{3,})$/iu,
    example: 'xxxx-xxxx',
  },
  {
    what: 'a beginning and a mask',
    looks: looks.repeats,
    shape: /^[\w-]{0,8}(?:\*{3,}|x{6,}|•{3,}|\.{3}|…)[\w-]{0,4}$/iu,
    example: 'sk-...',
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is meant.
  { what: 'a variable in braces', begins: '${', looks: looks.any, shape: /^\$?\{[^}]*\}*$/, example: '${API_KEY}' },
  {
    what: 'a variable of a shell',
    begins: '$',
    looks: looks.any,
    shape: /^\$(?:[a-z_]+|[A-Z_][A-Z0-9_]*|[A-Za-z_]+)$/,
    example: '$API_KEY',
  },
  {
    what: 'a substitution',
    begins: '$#({',
    looks: looks.any,
    shape: /^[$#]?[({].*[)}]*$/s,
    example: '$(pass show db)',
  },
  {
    what: 'an expression in PHP or Perl',
    begins: '$',
    looks: looks.any,
    shape: /^\$\w+(?:->|\[|::)/,
    example: '$config["password"]',
  },
  { what: 'a variable of Windows', begins: '%', looks: looks.any, shape: /^%[A-Za-z_]\w*%$/, example: '%TOKEN%' },
  { what: 'a place to fill in', begins: '<', looks: looks.any, shape: /^<[^<>]*>?$/, example: '<your-token>' },
  { what: 'a place in brackets', begins: '[', looks: looks.any, shape: /^\[[\w \-.]*\]?$/, example: '[PAD]' },
  { what: 'a tag of YAML', begins: '!', looks: looks.any, shape: /^!\w+/, example: '!vault' },
  { what: 'an anchor of YAML', begins: '&*', looks: looks.any, shape: /^[&*][a-z]\w*$/i, example: '*default_password' },
  {
    what: 'a borrowed text of Rust',
    begins: '&',
    looks: looks.any,
    shape: /^&'?(?:static )?str\b[;,)]*$/,
    example: '&str',
  },
  oneOf(
    'nothing',
    `undefined null none nil nan true false yes no on off n/a na unset empty void default required optional missing invalid
    expired enabled disabled include omit same-origin`,
    '$',
    'undefined',
  ),
  oneOf(
    'a type',
    `str string number boolean bool any unknown never object bytes int integer float text varchar char secretstr uuid symbol
    buffer uint8array date array list dict map optional option record promise partial`,
    '\\b(?:\\(\\d+\\))?[?;,)<>[\\]|]*$',
    'string',
  ),
  oneOf(
    'words of an instruction',
    `change-me replace-me todo tbd fixme redacted hidden masked placeholder example
    dummy secret password token`,
    '[!.]*$',
    'changeme',
  ),
  oneOf('what is yours to give', 'your my the a an some insert enter put', '[-_ ]', 'your_api_key'),
  {
    what: 'what is yours to give, in quotes',
    begins: '"\'',
    looks: looks.any,
    shape: /^["'](?:your|my|the|an?|some|insert|enter|put)[-_ ]/i,
    example: '"your token',
  },
  { what: 'what goes here', looks: looks.endsWithE, shape: /[-_ ]here$/i, example: 'token-goes-here' },
  oneOf(
    'a place in a program',
    `process.env import.meta os. env. env[ environ secrets. var. vars. local. data. module. self. this. config cfg settings.
    option. options. opts. prop. props. arg. args. param. params. ctx. context. req. request. res. response. result. body.
    state. session. event. account. user. auth. credential. credentials. input. form. value. values. std:: builtin.
    builtins. steps. github. inputs. needs.`,
    '',
    'process.env.GITHUB_TOKEN',
  ),
  {
    what: 'a call',
    looks: looks.hasParenthesis,
    shape: /^(?:await |new |!)?[A-Za-z_$][A-Za-z_$.]*\(/,
    example: 'getToken()',
  },
  {
    what: 'a part of a program',
    looks: startingWith(
      'await new function async typeof lambda return if else for while and or not is in as match case'.split(' '),
    ),
    shape: /^(?:await|new|function|async|typeof|lambda|return|if|else|for|while|and|or|not|is|in|as|match|case)$/,
    example: 'await',
  },
  {
    what: 'a comparison or an arrow',
    begins: '=<>!|&?:+~,;)',
    looks: looks.any,
    shape: /^[=<>!|&?:+~,;)]+$/,
    example: '=>',
  },
  {
    what: 'a file',
    begins: '/~.',
    looks: looks.any,
    shape:
      /^(?:(?:\/[a-z][a-z-]*)+$|(?:~|\.{1,2}|\/(?:etc|run|var|home|usr|opt|tmp|root|mnt|srv|app|secrets|path|dev|proc))\/[\w./@~-]*$)/,
    example: '/run/secrets/db_password',
  },
  {
    what: 'a file by its ending',
    looks: looks.hasDot,
    shape:
      /^[\w./~-]*\.(?:pem|key|pub|crt|cer|p12|pfx|jks|txt|json|ya?ml|toml|env|md|ts|js|py|go|rs|rb|java|php|html|sql|sh)$/i,
    example: 'id_rsa.pem',
  },
  {
    what: 'an address of a secret, not the secret',
    looks: looks.hasColon,
    shape: /^(?:https?|wss?|op|vault|arn|ssm|file|urn|ref|env|aws-sm|gcp-sm|keychain|secretsmanager):/i,
    example: 'op://vault/item/field',
  },
  {
    what: 'a secret that is encrypted',
    looks: startingWith(['ENC[']),
    shape: /^ENC\[/,
    example: 'ENC[AES256_GCM,data:abc]',
  },
];

/** Whether a value that is named as a secret is not one. */
export function isPlaceholder(value: string): boolean {
  if (value === '' || value === marker) return true;
  if (value.length > limits.placeholderLengthMax) return false;
  const seen = looksOf(value);
  const first = value.charCodeAt(0);
  for (const { looks: needed, shape } of first < 128 ? byFirst[first]! : beyondAscii) {
    if ((seen & needed) !== 0 && shape.test(value)) return !value.includes(marker);
  }
  return false;
}

/** Placeholders by the code of their first character: for most characters there are few. */
const byFirst: readonly (readonly Placeholder[])[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isLetter = /[A-Za-z]/.test(character);
  return placeholders.filter(({ begins, looks: needed }) =>
    begins === undefined ? isLetter || needed !== looks.beginsAsWord : begins.includes(character),
  );
});
const beyondAscii = placeholders.filter(({ begins }) => begins === undefined || /[•…]/.test(begins));
