import { describe, expect, it } from 'vitest';
import { marker, redactor } from '../index.ts';
import { isPlaceholder, placeholders } from '../values/is-placeholder.ts';
import { allTokens } from './all-tokens.ts';

describe('each known token', () => {
  it.each(allTokens)('is masked, and only its secret part: $name [G8]', ({ example: [kept, secret] }) => {
    expect(redactor.text(`see ${kept}${secret} there`)).toBe(`see ${kept}${marker} there`);
    expect(redactor.text(`{"a":"${kept}${secret}"}`)).toBe(`{"a":"${kept}${marker}"}`);
    expect(redactor.text(`{"a":"b\\n${kept}${secret}\\n"}`)).toBe(`{"a":"b\\n${kept}${marker}\\n"}`);
    expect(redactor.text(`\u001b[31m${kept}${secret}\u001b[0m`)).toBe(`\u001b[31m${kept}${marker}\u001b[0m`);
  });

  it.each(allTokens)('is tried only where one of its texts stands: $name', ({ begins, shape, example }) => {
    expect(begins.some((text) => example.join('').includes(text))).toBe(true);
    expect(shape.sticky).toBe(true);
  });
});

describe('each placeholder', () => {
  it.each(placeholders)('is left as it is: $what [A8]', ({ example, shape }) => {
    expect(shape.test(example)).toBe(true);
    expect(isPlaceholder(example)).toBe(true);
    expect(redactor.text(`A_TOKEN=${example}`)).toBe(`A_TOKEN=${example}`);
  });
});
