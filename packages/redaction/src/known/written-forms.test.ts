import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../index.ts';
import { joinLines } from './join-lines.ts';

const value = `kn'ow n/va"l<u>e&FAKE:9ü`;
const hex = Buffer.from(value).toString('hex');
const bytes = hex.match(/../g)!;

describe('a known value', () => {
  it.each([
    ['as it is', value],
    ['in capitals', value.toUpperCase()],
    ['in small letters', value.toLowerCase()],
    ['backwards', [...value].reverse().join('')],
    ['in JSON', `kn'ow n/va\\"l<u>e&FAKE:9ü`],
    ['in JSON of PHP', `kn'ow n\\/va\\"l<u>e&FAKE:9ü`],
    ['in JSON in JSON', `kn'ow n/va\\\\\\"l<u>e&FAKE:9ü`],
    ['in JSON without letters of others', `kn'ow n/va\\"l<u>e&FAKE:9\\u00fc`],
    ['in an address', "kn'ow%20n%2Fva%22l%3Cu%3Ee%26FAKE%3A9%C3%BC"],
    ['in an address, small', "kn'ow%20n%2fva%22l%3cu%3ee%26FAKE%3a9%c3%bc"],
    ['in a form', "kn'ow+n%2Fva%22l%3Cu%3Ee%26FAKE%3A9%C3%BC"],
    ['in a path', "kn'ow%20n/va%22l%3Cu%3Ee%26FAKE%3A9%C3%BC"],
    ['in a strict address', 'kn%27ow%20n%2Fva%22l%3Cu%3Ee%26FAKE%3A9%C3%BC'],
    ['in a strict form', 'kn%27ow+n%2Fva%22l%3Cu%3Ee%26FAKE%3A9%C3%BC'],
    ['in an address in an address', "kn'ow%2520n%252Fva%2522l%253Cu%253Ee%2526FAKE%253A9%25C3%25BC"],
    ['with every byte in per cent', bytes.map((byte) => `%${byte}`).join('')],
    [
      'with every byte in per cent, in capitals',
      bytes
        .map((byte) => `%${byte}`)
        .join('')
        .toUpperCase(),
    ],
    ['in HTML', 'kn&#39;ow n/va&quot;l&lt;u&gt;e&amp;FAKE:9ü'],
    ['in XML', 'kn&apos;ow n/va&quot;l&lt;u&gt;e&amp;FAKE:9ü'],
    ['in quotes of a shell', `kn'\\''ow n/va"l<u>e&FAKE:9ü`],
    ['in quotes of SQL', `kn''ow n/va"l<u>e&FAKE:9ü`],
    ['in hex', hex],
    ['in hex, in capitals', hex.toUpperCase()],
    ['in hex with colons', bytes.join(':')],
    ['in hex with blanks', bytes.join(' ')],
    ['in hex with blanks between pairs', hex.match(/.{1,4}/g)!.join(' ')],
    ['in hex of C', bytes.join(', 0x')],
    ['in base64', Buffer.from(value).toString('base64')],
    ['in base64 of addresses', Buffer.from(value).toString('base64url')],
  ])('is masked whole, %s [G8]', (_, written) => {
    expect(createRedactor([value]).text(`see [${written}] there`)).toBe(`see [${marker}] there`);
  });

  it('takes nothing with it that stands before it in another word [G8]', () => {
    const encoded = Buffer.from('xFAKE-known-9').toString('base64');
    expect(createRedactor(['FAKE-known-9']).text(`a ${encoded.slice(2)} b`)).toBe(`a ${marker} b`);
    expect(createRedactor(['FAKE-known-9']).text(encoded.slice(2))).toBe(marker);
  });

  it('is masked once where it stands twice, one in the other [G8]', () => {
    const redactor = createRedactor(['FAKE-abcabcabc-FAKE', 'abcabcabc-FAKE-and', 'FAKE-and']);
    expect(redactor.text('a FAKE-abcabcabc-FAKE-and b')).toBe(`a ${marker} b`);
    expect(redactor.text('FAKE-abcabcabc-FAKEFAKE-abcabcabc-FAKE')).toBe(marker);
  });

  it.each(['\n', '\r\n', '\\\n', '\n  ', '\n> ', '\n# ', '\n  | ', '",\n"', '" +\n  "', "' \\\n  '", ' &\n"'])(
    'is masked in each of its lines, and what puts them together stays: %j [G8]',
    (glue) => {
      const redactor = createRedactor(['FAKE-known-value-9']);
      expect(redactor.text(`a FAKE-known${glue}-value-9 b\nc`)).toBe(`a ${marker}${glue}${marker} b\nc`);
    },
  );

  it('is not found where other words stand between [G8]', () => {
    const redactor = createRedactor(['FAKE-known-value-9']);
    for (const text of ['a FAKE-known\nand\n-value-9 b', 'a FAKE-known -value-9', 'FAKE-known\n>>-value-9'])
      expect(redactor.text(text)).toBe(text);
  });
});

describe('lines that are put together', () => {
  it.each([
    ['a\nb', 'ab'],
    ['a\r\n  b\n', 'ab\n'],
    ['"a" +\n  "b"', 'ab"'],
    ['a,\n b', 'ab'],
    ['a \\\n\tb', 'ab'],
    ['a\n> b', 'ab'],
    ['a\n>b', 'a>b'],
    ['a\n  # b', 'ab'],
    ['a\n\n\nb', 'ab'],
    ['a+\nb', 'a+b'],
    ['a" +\nb', 'ab'],
    ['a\n#', 'a#'],
  ])('%j: %j [G8]', (text, joined) => {
    expect(joinLines(text)?.text.replace(/^"/, '')).toBe(joined);
  });

  it('are none where there is one line [G8]', () => {
    expect([joinLines('a'), joinLines('a\n'), joinLines('')]).toEqual([null, null, null]);
  });

  it('are found in the text again [G8]', () => {
    const text = 'ab\n  cd\n  ef';
    const joined = joinLines(text)!;
    const again = (start: number, end: number) =>
      joined.spansOf({ start, end }).map((span) => text.slice(span.start, span.end));
    expect([again(0, 6), again(1, 3), again(2, 4), again(5, 6)]).toEqual([
      ['ab', 'cd', 'ef'],
      ['b', 'c'],
      ['cd'],
      ['f'],
    ]);
  });
});
