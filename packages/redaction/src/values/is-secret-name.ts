import { limits } from '../limits.ts';

/** A name that ends with one of these names a secret. */
const secretWords = words(
  `password passwd passphrase passcode passwort pwd pass pw secret token apikey apitoken apisecret authtoken accesstoken
  accesskey secretkey privatekey credential authorization cookie signature sig pat jwt bearer pgpassword mypwd requirepass
  masterauth sshpass storepass keypass userpass dbpass passkey xsrf csrf otp totp mnemonic assertion authkey auth`,
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
  `_auth private_mac x_amz_credential x_goog_signature sessionid session_id phpsessid jsessionid sid dsn_password connect_sid`,
);

/** Numbers under these names are counts. */
const counted = /tokens?$/i;

/** Every name of a secret has one of these in it; most names have none. */
const hint = /pass|pw|secret|token|key|cred|auth|cook|sig|pat|jwt|bear|otp|sr?f|mnem|assert|sid|sess|mac/i;
const remembered = new Map<string, boolean>();

/** Whether what goes by this name is secret, whatever it looks like. */
export function isSecretName(name: string): boolean {
  if (name.length > limits.nameLengthMax || !hint.test(name)) return false;
  const before = remembered.get(name);
  if (before !== undefined) return before;
  // The same names come again and again; texts full of new ones do not fill the memory.
  if (remembered.size >= limits.rememberedNamesMax) remembered.clear();
  const isSecret = judgeName(name);
  remembered.set(name, isSecret);
  return isSecret;
}

function judgeName(name: string): boolean {
  const parts = partsOf(name);
  if (wholeNames.has(parts.join('_')) || name === '_auth') return true;
  while (parts.length > 1 && (trailing.has(parts.at(-1)!) || /^\d+$/.test(parts.at(-1)!))) parts.pop();
  const last = singular((parts.pop() ?? '').replace(/\d+$/, ''));
  if (last === 'key') return parts.length > 0 && keyKinds.has(parts.at(-1)!) && !isPublic(parts);
  if (last === 'id' || last === 'name') return false;
  if (secretWords.has(last)) return !(ambiguousAlone.has(last) && parts.length === 0) && !isPublic(parts);
  return /(?:password|passwd|passphrase|secret|apikey|token|secretkey|privatekey|accesskey)$/.test(last);
}

/** Names that may be of a secret: what they name has to look like one as well. */
export function mayBeSecretName(name: string): boolean {
  return name.length <= 9 && ambiguousNames.has(name.toLowerCase());
}

/** How many tokens something may cost is a number that nobody has to hide. */
export function isCount(name: string, value: string): boolean {
  return counted.test(name) && (/tokens$/i.test(name) ? /^[\d_.,kKmM]+$/ : /^\d{1,6}$/).test(value);
}

const ambiguousAlone = words('pass auth sig pat signature assertion xsrf pw');
const ambiguousNames = words('key keys auth pass sig pat signature assertion pw _key');

function isPublic(parts: readonly string[]): boolean {
  return parts.includes('public') || parts.includes('publishable');
}

/** dbPassword, DB_PASSWORD, db-password and db.password are the same two words. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}

function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
