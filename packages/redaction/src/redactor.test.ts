import { canonicalJson, type JsonValue } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redacted, redactor } from './index.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const long = letters.repeat(2);
const jwt = `eyJ${long.slice(0, 20)}.${long.slice(0, 40)}.${long.slice(0, 30)}`;
const privateKey = `-----BEGIN RSA PRIVATE KEY-----\n${long}\n${long}\n-----END RSA PRIVATE KEY-----`;

/** Each line: what it is, the text, and the secret in it. */
const secrets: readonly (readonly [string, string, string])[] = [
  ['a private key', `before ${privateKey} after`, privateKey],
  ['a private key that was cut off', `-----BEGIN PRIVATE KEY-----\n${long}`, long],
  ['an OpenAI key', `use sk-proj-${long} now`, `sk-proj-${long}`],
  ['a key longer than any we know', `sk-${long.repeat(20)}`, long],
  ['a GitHub token', `ghp_${letters}`, `ghp_${letters}`],
  ['a fine-grained GitHub token', `github_pat_${letters}`, `github_pat_${letters}`],
  ['a Slack token', 'xoxb-1234567890-abcdef', 'xoxb-1234567890-abcdef'],
  ['an AWS key id', 'id AKIAABCDEFGHIJKLMNOP here', 'AKIAABCDEFGHIJKLMNOP'],
  ['a Google key', `AIza${letters.slice(0, 35)}`, letters.slice(0, 35)],
  ['a JWT', `got (${jwt}) back`, jwt],
  ['a bearer credential', 'curl -H "Authorization: Bearer abc123DEF456"', 'abc123DEF456'],
  ['a bearer credential of letters', 'Authorization: Bearer plainsecretword', 'plainsecretword'],
  ['a bearer credential in prose', 'send Bearer abc123DEF456 along', 'abc123DEF456'],
  ['a basic credential', 'Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA=='],
  ['the password of a connection string', 'postgres://ada:s3cret!x@db.example.org/app', 's3cret!x'],
  ['a password without a user', 'redis://:hunter2@cache:6379', 'hunter2'],
  ['a token in env form', 'GITHUB_TOKEN=abcdef make', 'abcdef'],
  ['a secret in YAML form', 'client_secret: abcdef', 'abcdef'],
  ['a password in JSON form', '{"DB_PASSWORD": "abcdef"}', 'abcdef'],
  ['a password of several words', '{"DB_PASSWORD": "correct horse battery"}', 'horse battery'],
  ['a password with a quote in it', '{"PASSWORD": "a\\"b"}', 'b'],
  ['an API key without an underline', 'apikey=abcdef', 'abcdef'],
  ['a secret longer than a page', `X_TOKEN=${'z'.repeat(10_000)}`, 'zzz'],
];

describe('a text', () => {
  it.each(secrets)('loses %s [G8]', (_, text, secret) => {
    const masked = redactor.text(text);
    expect(masked).toContain(redacted);
    expect(masked.replace(redacted, '')).not.toContain(secret);
  });

  it('keeps everything around a secret [G8]', () => {
    expect(redactor.text(`before ${privateKey} after`)).toBe(`before ${redacted} after`);
    expect(redactor.text('postgres://ada:s3cret@db/app')).toBe(`postgres://ada:${redacted}@db/app`);
    expect(redactor.text('A_TOKEN=x B=2')).toBe(`A_TOKEN=${redacted} B=2`);
    expect(redactor.text('{"password":"x y","user":"ada"}')).toBe(`{"password":"${redacted}","user":"ada"}`);
  });

  it('is the same when it is masked again [G8]', () => {
    for (const [, text] of secrets) expect(redactor.text(redactor.text(text))).toBe(redactor.text(text));
  });

  it.each([
    'The quick brown fox jumps over the lazy dog.',
    'Some basic information about bearer authentication.',
    'const tokens = text.split(" "); // counts tokens',
    'npm run build -- --watch=false',
    'https://example.org:8443/path?query=1#hash',
    'git@github.com:owner/name.git',
    'see sk-12 and eyJhbGci',
    'src/secrets/README.md',
    'SELECT id, name FROM users WHERE name = :name',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    '汉字 и кириллица и emoji 😀',
  ])('stays as it is where nothing is secret: %s [A8]', (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it('stays as it is whatever words it is made of [A8]', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/).filter((text) => !/token|secret|passw|key|bearer|basic/.test(text));
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '\n', ', '), (words, glue) => {
        expect(redactor.text(words.join(glue))).toBe(words.join(glue));
      }),
    );
  });

  it('never cuts a character in two [G8]', () => {
    const piece = fc.constantFrom('TOKEN=', '😀', 'a'.repeat(4_095), 'https://u:', '@', ' ', '"', 'PASSWORD: "', '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(() => canonicalJson(redactor.text(pieces.join('')))).not.toThrow();
      }),
    );
  });
});

describe('JSON', () => {
  it.each([
    'password',
    'DB_PASSWD',
    'clientSecret',
    'access_token',
    'apiKey',
    'api-key',
    'Authorization',
    'Set-Cookie',
  ])('loses the value that is named %s, whatever it looks like [G8]', (name) => {
    expect(redactor.json({ [name]: 'x' })).toEqual({ [name]: redacted });
    expect(redactor.json({ [name]: 123456 })).toEqual({ [name]: redacted });
    expect(redactor.json({ [name]: ['x', { inner: 'y' }] })).toEqual({ [name]: [redacted, { inner: redacted }] });
    expect(redactor.json({ deep: [{ [name]: 'x' }] })).toEqual({ deep: [{ [name]: redacted }] });
  });

  it('loses secrets by their shape at any depth [G8]', () => {
    expect(redactor.json({ args: ['-H', `Bearer ${jwt}`] })).toEqual({ args: ['-H', `Bearer ${redacted}`] });
  });

  it('keeps what says nothing: true, false, null, and how many tokens something costs [A8]', () => {
    const value = { has_password: true, secret: null, max_tokens: 4_096, nested: { token: false } };
    expect(redactor.json(value)).toEqual(value);
  });

  it('keeps every name and every place, and takes a name of JavaScript for a name [G8]', () => {
    const value = JSON.parse('{"__proto__": {"password": "x"}, "constructor": "y", "list": [1, "z", null]}');
    const masked = redactor.json(value) as Record<string, JsonValue>;
    expect(JSON.stringify(masked)).toBe(
      `{"__proto__":{"password":"${redacted}"},"constructor":"y","list":[1,"z",null]}`,
    );
  });

  it('changes nothing of the value that it was given [G8]', () => {
    const value = { password: 'x', list: ['A_TOKEN=y'] };
    redactor.json(value);
    expect(value).toEqual({ password: 'x', list: ['A_TOKEN=y'] });
  });
});

/** Each of these made some pattern of ours, or of somebody else, read the same text again and again. */
describe('a hostile text of a megabyte', () => {
  const size = 1_000_000;
  it.each([
    'eyJ-',
    'eyJaaaaaaaa.',
    'eyJaaaaaaaa.b.',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN A A A A A A ',
    '-----BEGIN PRIVATE KEY----------END ',
    'aa://a:b',
    'a://a:',
    'a:',
    'TOKEN',
    'TOKEN=',
    'TOKEN = "',
    'Bearer ',
    'Authorization: Basic ',
    'sk-',
    'sk-aaaa ',
    'xoxb-',
    '=',
    '_',
    '"',
    "'",
    ' ',
    'a',
    'A1',
  ])('made of "%s" is read to its end [G8]', (piece) => {
    expect(redactor.text(piece.repeat(size / piece.length))).toEqual(expect.any(String));
  });
});
