import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { isBase64, isBlank, isCapital, isLetterOrDigit, isNameCharacter, isQuote, isSmall } from './characters.ts';
import { isOpaque } from './is-opaque.ts';
import { isPlaceholder, placeholders } from './is-placeholder.ts';
import { isCount, isSecretName, kindsOfName, nameKinds } from './is-secret-name.ts';
import { readName } from './read-name.ts';
import { readValue, skipBlanks } from './read-value.ts';

/** Judged once and then remembered: each test has names of its own. */
describe('a name', () => {
  it.each([
    'zq_password',
    'zqPassword',
    'ZQ-PASSWORD',
    'zq.passwd',
    'zq_token',
    'zqTokens',
    'zq_TOKEN_1',
    'zq_api_key',
    'zqAPIKey',
    'zq_secret_value',
    'zq_secret_prod',
    'ZQ_PRIVATE_KEY_BASE64',
    'zq_authorization',
    'zq_set_cookie',
    'zq_pass',
    'zq_auth',
    'zqdbpassword',
    'zqmytoken',
    'sessionid',
    '_auth',
  ])('of a secret: %s [G8]', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'zq',
    'zq_key',
    'key',
    'auth',
    'pass',
    'zq_public_key',
    'zq_public_api_key',
    'zq_publishable_token',
    'zq_token_id',
    'zq_token_name',
    'zq_passenger',
    'zq_author',
    'zq_keyboard',
    'zq_tokenizer',
    'zq_compass_x',
    `${'z'.repeat(limits.nameLengthMax)}_token`,
  ])('of none: %s [G8]', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('is a secret up to the longest name that is known [G8]', () => {
    const longest = `${'q'.repeat(limits.nameLengthMax - '_token'.length)}_token`;
    expect(longest).toHaveLength(limits.nameLengthMax);
    expect(isSecretName(longest)).toBe(true);
    expect(isSecretName(`q${longest}`)).toBe(false);
    expect(kindsOfName(`q${longest}`)).toBe(0);
  });

  it.each([
    ['zq2_cookie', nameKinds.secret | nameKinds.cookies],
    ['zq2_cookies', nameKinds.secret | nameKinds.cookies],
    ['zq2_cookie_old', nameKinds.secret],
    ['zq2_token', nameKinds.secret | nameKinds.counted],
    ['zq2_tokens', nameKinds.secret | nameKinds.counted],
    ['zq2_tokens_new', nameKinds.secret],
    ['zq2_passwd', nameKinds.secret | nameKinds.chosen],
    ['zq2_secret', nameKinds.secret],
    ['Signature', nameKinds.maybeSecret],
    ['SIG', nameKinds.maybeSecret],
    ['Header', nameKinds.pairName],
    ['Key', nameKinds.pairName | nameKinds.maybeSecret],
    ['Content', nameKinds.pairValue],
    ['Nonce', nameKinds.digest],
    ['Code', nameKinds.query],
    ['Q', 0],
    ['zq2_other', 0],
  ])('says what its value is: %s [G8]', (name, kinds) => {
    expect(kindsOfName(name)).toBe(kinds);
    expect(kindsOfName(name)).toBe(kinds);
  });

  it('of tokens may count them [G8]', () => {
    expect([isCount('max_tokens', '4096'), isCount('tokens', '12.5k'), isCount('token', '123456')]).not.toContain(
      false,
    );
    expect([isCount('token', '1234567'), isCount('tokens', 'abc'), isCount('token', '12k')]).not.toContain(true);
  });

  it.each([
    ['zq3_token', 'zq3_token', 0],
    ['a zq3_token', 'zq3_token', 2],
    ['"zq3_token"', 'zq3_token', 1],
    ['\\"zq3_token\\"', 'zq3_token', 2],
    ["['zq3_token']", 'zq3_token', 2],
    ['zq3_token  ', 'zq3_token', 0],
    ['zq3_token?', 'zq3_token', 0],
    ['\\nzq3_token', 'zq3_token', 2],
    ['API key', 'API_key', 4],
  ])('is read from before its sign: %j [G8]', (before, text, start) => {
    expect(readName(`${before}=x`, before.length)).toMatchObject({ text, start });
  });

  it.each(['', ' ', '"', '""', '?', ' ?', ']', '"]'])('is none where there is nothing: %j [G8]', (before) => {
    expect(readName(`${before}=x`, before.length)).toBeNull();
  });
});

describe('a value', () => {
  it.each([
    ['abc def', '', 'abc', 3],
    ['"a b" c', '', 'a b', 5],
    ["'a' c", '', 'a', 3],
    ['"a\\"b" c', '', 'a\\"b', 6],
    ['\\"a\\" c', '', 'a', 5],
    ['"""a"b""" c', '', 'a"b', 9],
    ['b"a" c', '', 'a', 4],
    ['abc, d', '', 'abc', 3],
    ['abc,d=e', '', 'abc', 3],
    ['abc,d', '', 'abc,d', 5],
    ['abc;d', '', 'abc;d', 5],
    ['abc&d=e', '', 'abc', 3],
    ['abc&&d', '', 'abc', 3],
    ['abc<d', '', 'abc', 3],
    ['abc)', '', 'abc', 3],
    ['abc)d', '', 'abc)d', 5],
    ['abc" d', '"', 'abc', 3],
    ["abc'd e", '', "abc'd", 5],
    ['abc#top', '', 'abc', 3],
    ['abc#9x', '', 'abc#9x', 6],
  ])('is read up to its end: %j inside %j [G8]', (text, outer, value, next) => {
    expect(readValue(text, 0, outer)).toMatchObject({ text: value, next, isClosed: true });
  });

  it('is open where its quote does not come, up to the line end [G8]', () => {
    expect(readValue('"abc\r\n', 0, '')).toMatchObject({ text: 'abc', end: 4, next: 6, isClosed: false });
    expect(readValue('"abc', 0, '')).toMatchObject({ text: 'abc', end: 4, next: 4, isClosed: false });
  });

  it('stands behind blanks, but not behind many [G8]', () => {
    expect(skipBlanks('  \t x', 0)).toBe(4);
    expect(skipBlanks('\\\n x', 0)).toBe(3);
    expect(skipBlanks('\\x', 0)).toBe(0);
    expect(skipBlanks(' '.repeat(50), 0)).toBe(limits.blanksMax);
  });

  it.each(placeholders)('that stands for a secret: $what: $example [G8]', ({ example }) => {
    expect(isPlaceholder(example)).toBe(true);
  });

  it('stands for a secret where one of the shapes says so, whatever is looked at first [G8]', () => {
    const words =
      'your_ my- the undefined null string process.env os. await new changeme x * . … • $ { } ( ) < > : here E a 9';
    const value = fc
      .array(fc.oneof(fc.constantFrom(...words.split(' ')), fc.string({ maxLength: 2 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, (given) => {
        const byShape = placeholders.some(
          ({ shape, begins }) => (begins === undefined || begins.includes([...given][0]!)) && shape.test(given),
        );
        if (isPlaceholder(given))
          expect(given === '' || placeholders.some(({ shape }) => shape.test(given))).toBe(true);
        else expect(byShape && given.charCodeAt(0) < 128).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('looks as if a machine made it, or not [G8]', () => {
    for (const word of ['q7FAKEq7', 'a1b2c3d4', 'QQabcdefghijklmnopqrst', 'abcdeFgHijklmnopqrst'])
      expect(isOpaque(word)).toBe(true);
    for (const word of [
      'q7FAKEq',
      'password',
      'v1.22.333',
      'sha256-a1b2c3d4',
      'some/path/9',
      '12345678',
      'camelCaseWordsWithoutNumbers',
    ])
      expect(isOpaque(word)).toBe(false);
  });
});

describe('a character', () => {
  it.each<[RegExp, (code: number) => boolean]>([
    [/[a-z]/, isSmall],
    [/[A-Z]/, isCapital],
    [/[A-Za-z0-9]/, isLetterOrDigit],
    [/[\w$.-]/, isNameCharacter],
    [/[ \t]/, isBlank],
    [/["'`]/, isQuote],
    [/[\w+/-]/, isBase64],
  ])('is one of %s or it is not [G8]', (kind, isOfKind) => {
    for (let code = 0; code < 256; code++)
      expect([code, isOfKind(code)]).toEqual([code, kind.test(String.fromCharCode(code))]);
    expect(isOfKind(Number.NaN)).toBe(false);
  });
});
