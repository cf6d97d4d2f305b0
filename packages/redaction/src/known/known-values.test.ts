import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../index.ts';
import { limits } from '../limits.ts';

const knownValue = (index: number): string => `cs_known_FAKE${String(index).padStart(6, '0')}`;
const many = Array.from({ length: limits.knownValuesMax }, (_, index) => knownValue(index));

describe('known values', () => {
  it('are found among as many as are kept, also where all begin alike [G8]', () => {
    const redactor = createRedactor(many);
    for (const index of [0, 1, 999, limits.knownValuesMax - 1]) {
      expect(redactor.text(`a ${knownValue(index)} b`)).toBe(`a ${marker} b`);
    }
    expect(redactor.text('a cs_known_ b')).toBe('a cs_known_ b');
  });

  it('are forgotten when there are too many, the one that was not met for longest first [G8]', () => {
    const redactor = createRedactor(['zzzz-first-FAKE', ...many.slice(1)]);
    redactor.learn('zzzz-first-FAKE');
    redactor.learn('zzzz-last-FAKE');
    expect(redactor.text('zzzz-first-FAKE zzzz-last-FAKE')).toBe(`${marker} ${marker}`);
    expect(redactor.text(`see ${knownValue(1)}!`)).toBe(`see ${knownValue(1)}!`);
    expect(redactor.text(`see ${knownValue(2)}!`)).toBe(`see ${marker}!`);
  });

  it('are masked whole where one begins with another [G8]', () => {
    const redactor = createRedactor(['FAKE-known-1', 'FAKE-known-1-and-more', 'FAKE-known-1-and-other']);
    expect(redactor.text('FAKE-known-1-and-more.')).toBe(`${marker}.`);
    expect(redactor.text('FAKE-known-1-and-mo')).toBe(`${marker}-and-mo`);
  });

  it('are passed on when the next line does not go on with one, and held no longer than a window [G8]', () => {
    const stream = createRedactor([`FAKE-known-${'x'.repeat(100)}`]).stream();
    expect(stream.write('a FAKE-known-\nb')).toBe('');
    expect(stream.write('\n')).toBe('a FAKE-known-\nb\n');
    expect(stream.write('FAKE-known-\n')).toBe('');
    const line = `${' '.repeat(1_000)}x\n`;
    const passed = Array.from({ length: 90 }, () => stream.write(line)).join('');
    expect(passed.length).toBeGreaterThan(limits.windowLength);
    expect(passed + stream.end()).toBe(`FAKE-known-\n${line.repeat(90)}`);
  });

  it('are known by their pieces where they are longer than any credential [G8]', () => {
    const value = Array.from({ length: 2_000 }, (_, index) => `FAKE${index}`).join('-');
    expect(createRedactor([value]).text(`a ${value} b`)).toBe(`a ${marker} b`);
  });

  it('are passed on before a line that is too long to be held [G8]', () => {
    const redactor = createRedactor(['FAKE-known-value']);
    const text = `a FAKE-known-\n${'word '.repeat(limits.windowLength / 4)}`;
    expect(redactor.text(text)).toBe(text);
  });

  it('are found inside of longer encoded texts, and where those are cut off [G8]', () => {
    const redactor = createRedactor(['FAKE-known-1']);
    const encoded = Buffer.from('xFAKE-known-1yy').toString('base64');
    for (const sign of '+/-_ ') {
      const masked = redactor.text(`${sign}${encoded.slice(2)}`);
      expect(masked).toContain(marker);
      expect(masked).not.toContain(encoded.slice(3, 16));
    }
    expect(redactor.text(`${encoded.slice(0, 17)} b`)).toContain(marker);
  });
});
