import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateSpan, maskText } from './locate-span.ts';

const secret = 'hunter2';
const mask = (text: string) => text.replaceAll(secret, maskText);
const locate = (real: string, text: string, masked = mask(real)) => {
  const start = real.indexOf(text);
  const span = locateSpan(real, masked, { start, end: start + text.length });
  return span && masked.slice(span.start, span.end);
};

describe('finding a part again in a masked script', () => {
  it('finds it where nothing was masked [A8]', () => {
    expect(locateSpan('a; b', 'a; b', { start: 3, end: 4 })).toEqual({ start: 3, end: 4 });
  });

  it('finds it before, after and between masks [A8, G8]', () => {
    const real = `ls; PASSWORD=${secret} a; rm x; PASSWORD=${secret} b; ls`;
    expect(locateSpan(real, mask(real), { start: 0, end: 2 })).toEqual({ start: 0, end: 2 });
    expect(locateSpan(real, mask(real), { start: real.length - 2, end: real.length })).toEqual({
      start: mask(real).length - 2,
      end: mask(real).length,
    });
    expect(locate(real, 'rm x')).toBe('rm x');
  });

  it('does not guess where the same text stands twice between masks [A8, G8]', () => {
    const real = `${secret}; rm x; ls; rm x; ${secret}`;
    expect(locate(real, 'rm x')).toBeNull();
  });

  it('does not find what holds a secret, or what a mask happens to look like [A8, G8]', () => {
    expect(locate(`a; echo ${secret} b; c`, `echo ${secret}`)).toBeNull();
    expect(locate(`${secret} RED ${secret}`, 'RED')).toBeNull();
    expect(locate(`x ${secret} ** ${secret}`, '**')).toBeNull();
    expect(locate(`a ${secret} ${maskText} b`, maskText)).toBeNull();
  });

  it('does not find anything in a text that is another [A8]', () => {
    expect(locateSpan('rm x', 'ls y', { start: 0, end: 2 })).toBeNull();
    expect(locateSpan(`abc ${secret}`, `abd ${maskText}`, { start: 0, end: 3 })).toBeNull();
  });

  it('takes no span that is none [A8]', () => {
    for (const [start, end] of [
      [-1, 2],
      [2, 2],
      [3, 2],
      [0, 9],
    ] as const)
      expect(locateSpan('abc', 'abc', { start, end })).toBeNull();
    expect(locateSpan('a😀b', 'a😀b', { start: 0, end: 2 })).toBeNull();
    expect(locateSpan('a😀b', 'a😀b', { start: 2, end: 4 })).toBeNull();
  });

  it('finds the very same place or none [A8, G8]', () => {
    const piece = fc.constantFrom('a', 'b', ' ', ';', '*', 'RED', secret, '***');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(12), fc.nat(12), (pieces, from, length) => {
        const real = pieces.join('');
        const start = pieces.slice(0, from).join('').length;
        const end = pieces.slice(0, from + length).join('').length;
        const span = locateSpan(real, mask(real), { start, end });
        if (!span) return;
        expect(mask(real).slice(span.start, span.end)).toBe(real.slice(start, end));
        expect(mask(real).slice(0, span.start)).toBe(mask(real.slice(0, start)));
      }),
      { numRuns: 5_000 },
    );
  });
});
