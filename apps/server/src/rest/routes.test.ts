import { endpoints } from '@countersign/contract';
import { expect, it } from 'vitest';
import { routes } from './routes.ts';

it('binds every endpoint of the contract, each once [P1]', () => {
  expect(routes.map(({ endpoint }) => endpoint.id).sort()).toEqual(Object.keys(endpoints).sort());
});
