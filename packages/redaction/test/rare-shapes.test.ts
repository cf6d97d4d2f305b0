import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../src/index.ts';
import { limits } from '../src/limits.ts';

/** Opaque: no word of any language, and no secret of anybody. */
const opaque = 'q7FAKEq7FAKEq7FAKEq7FAKE1';
const azure = 'aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3eF';

describe('a secret in a rare shape', () => {
  it.each([
    ['a value that begins like a block of YAML', 'password: |x9FAKE', `password: ${marker}`],
    ['a text in three quotes over several lines', 'PASSWORD="""ab\nq7FAKE\nc""" x', `PASSWORD="""${marker}""" x`],
    ['a quote that is never closed', 'PASSWORD="ab\n\nx y', `PASSWORD="${marker}\n\nx y`],
    ['two keys in one line, none with an end', keys('abc "x y" '), `${marker}"x y" ${marker}`],
    ['a list that ends in other words', 'secrets: [\n"q7FAKE a", of it\nb', `secrets: [\n"${marker}", of it\nb`],
    ['a list over lines', 'secrets: [\n"q7FAKE a"]\nb', `secrets: [\n"${marker}"]\nb`],
    ['a cookie behind an opening quote', 'cookie=" a=b9; c=d9', `cookie=" a=${marker}; c=${marker}`],
    ['a pair behind it whose name is in quotes', 'password=abc9FAKE,user": 1', `password=${marker},user": 1`],
    ['a token whose beginning tells nothing, first in the text', `abc8Q~${azure}`, marker],
  ])('is masked: %s [G8]', (_, text, masked) => {
    expect(createRedactor().text(text)).toBe(masked);
  });

  it('is masked where a known value is written in base64 inside of something longer, with the bits it shares [G8]', () => {
    const known = 'known-value-of-FAKE-9';
    const redactor = createRedactor([known]);
    const masked = (text: string) => redactor.text(`a ${Buffer.from(text).toString('base64')} b`);
    expect(masked(known)).toBe(`a ${marker} b`);
    expect(masked(`x${known}`)).toBe(`a e${marker} b`);
    expect(masked(`xy${known}`)).toBe(`a eH${marker} b`);
    expect(masked(`xyz${known}xyz`)).toBe(`a eHl6${marker}eHl6 b`);
    expect(masked(`x${known}xy`)).toBe(`a e${marker}h5 b`);
    const both = createRedactor(['known>?~value>?~FAKE']);
    for (const encoding of ['base64', 'base64url'] as const)
      expect(both.text(`a ${Buffer.from('known>?~value>?~FAKE').toString(encoding)} b`)).toBe(`a ${marker} b`);
  });

  it("is masked where a known value is written as an address has it, by any encoder's rules [G8]", () => {
    const redactor = createRedactor(["known (value)! *FAKE*~'9"]);
    for (const written of ["known%20(value)!%20*FAKE*~'9", 'known%20%28value%29%21%20%2AFAKE%2A%7E%279'])
      expect(redactor.text(`?q=${written} b`)).toBe(`?q=${marker} b`);
  });

  it('is masked up to the end of a line that is too long, however the line ends [G8]', () => {
    const long = 'q7FAKE'.repeat(30_000);
    expect(createRedactor().text(`a A_TOKEN="${long}\r\nb`)).toBe(`a A_TOKEN="${marker}\r\nb`);
  });

  it('is masked up to its quote where a line that is too long follows [G8]', () => {
    const filler = 'word '.repeat(limits.windowLength / 2);
    expect(createRedactor().text(`PASSWORD="a\nq7FAKE" ${filler}\nA_TOKEN=x9`)).toBe(
      `PASSWORD="${marker}" ${filler}\nA_TOKEN=${marker}`,
    );
  });

  it('is masked behind a line end that is taken back just where a window ends [G8]', () => {
    const before = `${'x'.repeat(limits.windowLength - 2)}\\\n`;
    expect(createRedactor().text(`${before}A_TOKEN=q7FAKE b\nc`)).toBe(`${before}A_TOKEN=${marker} b\nc`);
  });
});

describe('what only looks like one', () => {
  it.each([
    `made by ${opaque}`,
    'const secret = loadedValue;',
    'let token = fetched',
    'COOKIE=',
    'Bearer%3Dof%3Dnews',
    `x8Q~${azure.slice(0, 31)}`,
  ])('stays as it is: %s [G8]', (text) => {
    expect(createRedactor().text(text)).toBe(text);
  });
});

function keys(between: string): string {
  return ['', 'abc'].map((end) => `-----BEGIN PRIVATE KEY-----${end}`).join(` ${between}`);
}
