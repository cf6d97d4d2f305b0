import { limits } from '../limits.ts';
import { isCapital, isLetterOrDigit, isSmall } from './characters.ts';

/** A name that ends with one of these names a secret. */
const secretWords = words(
  `password passwd passphrase passcode passwort pwd pass pw secret token apikey apitoken apisecret authtoken accesstoken
  accesskey secretkey privatekey credential authorization cookie signature sig pat jwt bearer pgpassword mypwd requirepass
  masterauth psk sshpass storepass keypass userpass dbpass passkey xsrf csrf otp totp mnemonic assertion authkey auth`,
);

/** `key` alone names anything; after one of these words it is a secret. */
const keyKinds = words(
  `api access private secret encryption encrypt decryption signing sign account master auth service client ssh session app
  application subscription shared storage jwt hmac deploy deployment webhook license admin root token ingest instrumentation
  aes rsa pgp gpg cookie crypt cipher consumer integration license write read server bot user personal project org team rails
  django flask symmetric wrapping data kms hash salt functions host integrity database db stripe openai anthropic github
  gitlab google gcp aws azure sendgrid mailgun twilio datadog dd newrelic sentry algolia maps pem tls ssl`,
);

/** Words that say where or how, not what: API_KEY_PROD, secret_value, TOKEN_1. */
const trailing = words(
  `value val base64 b64 hex plain plaintext raw text string str prod production dev development stage staging test testing
  live old new current previous primary secondary backup default encoded env main local global base`,
);

/** Names of single secrets that no ending tells. */
const wholeNames = words(
  `_auth private_mac x_amz_credential x_goog_signature sessionid session_id phpsessid jsessionid sid dsn_password connect_sid
  client_key_data`,
);

/** Every name of a secret has one of these in it; most names have none. */
const hint = /pass|pw|psk|secret|token|key|cred|auth|cook|sig|pat|jwt|bear|otp|sr?f|mnem|assert|sid|sess|mac/i;

/** What a name says about its value. A name may be of several kinds. */
export const nameKinds = {
  secret: 1,
  /** What it names has to look like a secret as well. */
  maybeSecret: 2,
  /** {"name": "…"}: says what the value of the pair is. */
  pairName: 4,
  /** {"value": "…"} */
  pairValue: 8,
  /** A parameter of a digest credential. */
  digest: 16,
  cookies: 32,
  /** Numbers under it are counts. */
  counted: 64,
  /** A secret as a parameter of an address only: ?code=… */
  query: 128,
  /** People choose it themselves: words that elsewhere stand for a secret may be one. */
  chosen: 256,
} as const;

const remembered = new Map<string, number>();

/** The kinds of a name, as bits. The same names come again and again, so they are judged once. */
export function kindsOfName(name: string): number {
  const before = remembered.get(name);
  if (before !== undefined) return before;
  const kinds = judgeKinds(name);
  // Texts full of new names do not fill the memory, and a name keeps no text alive that it was cut from.
  if (remembered.size >= limits.rememberedNamesMax) remembered.clear();
  remembered.set(` ${name}`.slice(1), kinds);
  return kinds;
}

/** Whether what goes by this name is secret, whatever it looks like. */
export function isSecretName(name: string): boolean {
  return name.length <= limits.nameLengthMax && hint.test(name) && (kindsOfName(name) & nameKinds.secret) !== 0;
}

const pairNames = words('name key header field variable var option setting property env');
const pairValues = words('value val content stringvalue defaultvalue data string text default');
const digestNames = words('response nonce cnonce opaque');

function judgeKinds(name: string): number {
  if (name.length < 2 || name.length > limits.nameLengthMax) return 0;
  let kinds = 0;
  if (name.length <= pairNameLengthMax) {
    const lower = name.toLowerCase();
    if (pairNames.has(lower)) kinds |= nameKinds.pairName;
    if (pairValues.has(lower)) kinds |= nameKinds.pairValue;
    if (digestNames.has(lower)) kinds |= nameKinds.digest;
    if (ambiguousNames.has(lower)) kinds |= nameKinds.maybeSecret;
    if (lower === 'code') kinds |= nameKinds.query;
  }
  if (!hint.test(name) || !judgeName(name)) return kinds;
  if (/cookies?2?$/i.test(name)) kinds |= nameKinds.cookies;
  if (/tokens?$/i.test(name)) kinds |= nameKinds.counted;
  if (/pass|pwd/i.test(name)) kinds |= nameKinds.chosen;
  return kinds | nameKinds.secret;
}

const pairNameLengthMax = 12;

function judgeName(name: string): boolean {
  const parts = partsOf(name);
  if (wholeNames.has(parts.join('_')) || name === '_auth') return true;
  while (parts.length > 1 && (trailing.has(parts.at(-1)!) || /^\d+$/.test(parts.at(-1)!))) parts.pop();
  const last = singular(parts.pop()!.replace(/\d+$/, ''));
  if (last === 'key') return parts.length > 0 && keyKinds.has(parts.at(-1)!) && !isPublic(parts);
  if (last === 'id' || last === 'name') return false;
  if (secretWords.has(last)) return !(ambiguousAlone.has(last) && parts.length === 0) && !isPublic(parts);
  return /(?:password|passwd|passphrase|secret|apikey|token|secretkey|privatekey|accesskey)$/.test(last);
}

/** How many tokens something may cost is a number that nobody has to hide. */
export function isCount(name: string, value: string): boolean {
  return (/tokens$/i.test(name) ? /^[\d_.,kKmM]+$/ : /^\d{1,6}$/).test(value);
}

const ambiguousAlone = words('pass auth sig pat signature assertion xsrf pw');
const ambiguousNames = words('key keys auth pass sig pat signature assertion pw _key');

function isPublic(parts: readonly string[]): boolean {
  return parts.includes('public') || parts.includes('publishable');
}

/** dbPassword, DB_PASSWORD, db-password and db.password are the same two words. */
function partsOf(name: string): string[] {
  const lower = name.toLowerCase();
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= name.length; at++) {
    const isSign = !isLetterOrDigit(name.charCodeAt(at));
    if (!isSign && !startsPart(name, at)) continue;
    if (at > start) parts.push(lower.slice(start, at));
    start = isSign ? at + 1 : at;
  }
  return parts;
}

/** A capital after a small letter or a digit, or one that a small letter follows: dbPassword, APIKey. */
function startsPart(name: string, at: number): boolean {
  if (at === 0 || !isCapital(name.charCodeAt(at))) return false;
  return !isCapital(name.charCodeAt(at - 1)) || isSmall(name.charCodeAt(at + 1));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
