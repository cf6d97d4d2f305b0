import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incomingTraceparent, parseTraceparent, traceparentOf } from './traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    [`00-${trace}-${span}-01`, { traceId: trace, spanId: span, traceFlags: 1, isRemote: true }],
    [`00-${trace}-${span}-00`, { traceFlags: 0 }],
    [`00-${trace}-${span}-ff`, { traceFlags: 1 }],
    [`01-${trace}-${span}-01-later`, { traceId: trace }],
  ])('is read: %s [P6]', (text, expected) => {
    expect(parseTraceparent(text)).toMatchObject(expected);
  });

  it.each([
    undefined,
    [`00-${trace}-${span}-01`],
    '',
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-01\r\nx: y`,
    `00-${trace}-${span}`,
  ])('that is none is left alone: %j [P6]', (text) => {
    expect(parseTraceparent(text)).toBeNull();
    expect(incomingTraceparent({ traceparent: text })).toBeNull();
  });

  it('comes out as it was written, whatever it names', () => {
    const digits = (length: number) =>
      fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((text) => /[^0]/.test(text));
    fc.assert(
      fc.property(digits(32), digits(16), fc.constantFrom('00', '01'), (traceId, spanId, flags) => {
        const text = `00-${traceId}-${spanId}-${flags}`;
        expect(traceparentOf(parseTraceparent(text)!)).toBe(text);
      }),
    );
  });
});
