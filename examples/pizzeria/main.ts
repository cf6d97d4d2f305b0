import { readFileSync } from 'node:fs';
import { Pizzeria } from './pizzeria.ts';

const key = process.env.PIZZERIA_KEY;
const pizzeria = new Pizzeria({
  port: Number(process.env.PORT ?? 8123),
  document: readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8'),
  ...(key === undefined ? {} : { key }),
});
const address = await pizzeria.open();
process.stdout.write(
  `The pizzeria is open at ${address}. Its description is at ${address}/openapi.yaml. Ctrl+C closes it.\n`,
);
