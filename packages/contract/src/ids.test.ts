import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUuid, newId } from './index.ts';

describe('ids', () => {
  it('are UUIDs of version 7, in lower case [L2]', () => {
    for (let count = 0; count < 100; count += 1) {
      const id = newId();
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('are in the order in which they were made and never the same, however many in a millisecond [S1]', () => {
    const nowMs = Date.now();
    const made = Array.from({ length: 20_000 }, () => newId(nowMs));
    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
  });

  it('stay in order when the clock goes back [S1]', () => {
    const start = Date.now();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: start - 10_000, max: start + 10_000 })), (times) => {
        const made = times.map((time) => newId(time));
        expect([...made].sort()).toEqual(made);
      }),
    );
  });

  it('carry their time, where that is ahead of every id before [S1]', () => {
    const later = Date.now() + 1_000_000;
    expect(Number.parseInt(newId(later).replaceAll('-', '').slice(0, 12), 16)).toBe(later);
  });

  it.each(['', 'x', '0198C0DE-0000-7000-8000-000000000000', `${newId()}\n`, ` ${newId()}`, `{${newId()}}`])(
    'are not "%s" [A5]',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});
