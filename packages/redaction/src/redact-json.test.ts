import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from './index.ts';

const redactor = createRedactor(['open-sesame-9', '4711471147', ' padded-secret-1 ', "it's <a> & b", 'zwölf\tBoxer']);

describe('JSON', () => {
  it.each([
    [
      { name: 'Authorization', value: 'x' },
      { name: 'Authorization', value: marker },
    ],
    [
      { Name: 'X-Api-Key', Value: 'x' },
      { Name: 'X-Api-Key', Value: marker },
    ],
    [
      { key: 'DB_PASSWORD', value: 'x' },
      { key: 'DB_PASSWORD', value: marker },
    ],
    [
      { Key: 'color', value: 'x' },
      { Key: 'color', value: 'x' },
    ],
    [
      ['Authorization', 'x'],
      ['Authorization', marker],
    ],
    [
      ['run', '--password', 'x', '--user', 'bob'],
      ['run', '--password', marker, '--user', 'bob'],
    ],
    [
      ['--password', '--user'],
      ['--password', '--user'],
    ],
    [
      ['password', 'token'],
      ['password', 'token'],
    ],
    [4711471147, marker],
    [{ 'open-sesame-9': 1 }, { [marker]: 1 }],
    [{ token: { a: [1, 'x', null, true] } }, { token: { a: [marker, marker, null, true] } }],
  ])('%j becomes %j [G8]', (value, masked) => {
    expect(redactor.json(value)).toEqual(masked);
  });
});

describe('known values', () => {
  it.each([
    'a padded-secret-1 b',
    'it&#39;s &lt;a&gt; &amp; b',
    'it&apos;s &lt;a&gt; &amp; b',
    "it'\\''s <a> & b",
    'zw\\u00f6lf\\tBoxer',
    'x%22open-sesame-9',
  ])('are found in %s [G8]', (text) => {
    expect(redactor.text(text)).toContain(marker);
  });

  it('that are too short, or known already, change nothing', () => {
    const other = createRedactor(['short', 'open-sesame-9', 'open-sesame-9', '  a b c  ']);
    expect(other.text('a short word, a b c')).toBe('a short word, a b c');
  });
});

describe('a token after an escape', () => {
  it.each(['%22', '\\u0022', '\\n', '\u001b[1;31m'])('is found after %s [G8]', (before) => {
    expect(redactor.text(`x${before}ghp_q7FAKEq7FAKEq7FAKEq7`)).toBe(`x${before}${marker}`);
  });

  it('is none in the middle of a word', () => {
    expect(redactor.text('\\qghp_q7FAKEq7FAKEq7FAKEq7')).toContain('q7FAKE');
    expect(redactor.text('xghp_q7FAKEq7FAKEq7FAKEq7')).toContain('q7FAKE');
  });
});

describe('names and placeholders in great number', () => {
  it('do not fill the memory', () => {
    for (let index = 0; index < 3_000; index++) {
      expect(redactor.text(`a${index}_token=q7FAKE${index}`)).toBe(`a${index}_token=${marker}`);
      expect(redactor.text(`a_token=<t${index}>`)).toBe(`a_token=<t${index}>`);
    }
  });
});
