import { readFileSync } from 'node:fs';
import type { CreateSourceRequest, ImportView } from '@countersign/contract';
import { onTestFinished } from 'vitest';
import { Pizzeria, type PizzeriaOptions } from '../../examples/pizzeria/pizzeria.ts';
import type { Stage } from './stage.ts';

const file = (name: string) => readFileSync(new URL(`../../examples/pizzeria/${name}`, import.meta.url), 'utf8');

/** Its documents, as they are in the examples. */
export const pizzeriaOpenApi = file('openapi.yaml');
export const pizzeriaTools = file('tools.yaml');

export type OpenPizzeria = { readonly pizzeria: Pizzeria; readonly address: string };

/** A pizzeria on a port of its own, until the test is over. */
export async function openPizzeria(options: PizzeriaOptions = {}): Promise<OpenPizzeria> {
  const pizzeria = new Pizzeria(options);
  const address = await pizzeria.open();
  onTestFinished(() => pizzeria.close());
  return { pizzeria, address };
}

/** Registers the pizzeria by its OpenAPI document, as `pizzeria`. */
export function addPizzeria(
  { owner }: Pick<Stage, 'owner'>,
  { address }: Pick<OpenPizzeria, 'address'>,
  given: Partial<CreateSourceRequest> = {},
): Promise<ImportView> {
  return owner.sources.create({
    name: 'pizzeria',
    kind: 'openapi',
    document: pizzeriaOpenApi,
    base_url: address,
    destinations: { allow_private: true },
    ...given,
  });
}

/** Registers its hand-written tools, as `oven`. */
export function addOven(
  { owner }: Pick<Stage, 'owner'>,
  { address }: Pick<OpenPizzeria, 'address'>,
  given: Partial<CreateSourceRequest> = {},
): Promise<ImportView> {
  return owner.sources.create({
    name: 'oven',
    kind: 'http',
    document: pizzeriaTools,
    base_url: address,
    destinations: { allow_private: true },
    ...given,
  });
}
