import { expect, it } from 'vitest';
import { missingPrograms } from './missing-programs.ts';

it('names the programs that tools need and that are not there [T4]', () => {
  expect(missingPrograms()).toEqual([]);
  expect(missingPrograms({ ripgrep: null, bash: '/no/such/bash' })).toEqual([
    expect.stringContaining('npm ci'),
    expect.stringContaining('/no/such/bash is missing'),
  ]);
});
