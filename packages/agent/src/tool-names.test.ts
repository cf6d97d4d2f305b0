import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameForProvider } from './tool-names.ts';

describe('the name of a tool for a provider', () => {
  it('is the name itself where providers take it [W3]', () => {
    expect(nameForProvider('read')).toBe('read');
    expect(nameForProvider('list-files_2')).toBe('list-files_2');
  });

  it('tells names apart that look the same without their dots [W3]', () => {
    const names = ['pets.list', 'pets_list', 'pets/list', 'pets.list.'];
    expect(new Set(names.map(nameForProvider)).size).toBe(names.length);
    expect(nameForProvider('pets.list')).toMatch(/^pets_list_[0-9a-f]{12}$/);
  });

  it('cannot be taken by a tool that is called so by itself [W3]', () => {
    const taken = nameForProvider('pets.list');
    expect(nameForProvider(taken)).not.toBe(taken);
  });

  it('is always one that providers take, stable, and never that of another tool [W3]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.string({ maxLength: 100 }), (one, other) => {
        expect(nameForProvider(one)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(nameForProvider(one)).toBe(nameForProvider(one));
        if (one !== other) expect(nameForProvider(one)).not.toBe(nameForProvider(other));
      }),
    );
  });
});
