import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pizzeria } from '../../examples/pizzeria/pizzeria.ts';
import { root } from '../root.ts';
import type { ExampleServer } from './example-server.ts';

const document = join(root, 'examples/pizzeria/openapi.yaml');
export const pizzeriaDocument = readFileSync(document, 'utf8');
const handWritten = join(root, 'examples/pizzeria/tools.yaml');

/** How often a service has to fail until it is not called for a while. */
const failures = 5;

/** The pizzeria as two sources, one more that is down, and the secrets that they need. Closes with the server. */
export async function addExampleServices(server: ExampleServer): Promise<() => Promise<void>> {
  const { command } = server;
  const [pizzeria, closing] = [new Pizzeria(), new Pizzeria()];
  const [address, closingAddress] = [await pizzeria.open(), await closing.open()];
  const file = join(tmpdir(), `countersign-pictures-${process.pid}.key`);
  writeFileSync(file, 'a key for pictures', { mode: 0o600 });
  command('secrets', 'set', 'pizzeria-key', '--from-file', file);
  command('secrets', 'set', 'crm-password', '--from-file', file);
  rmSync(file);
  const add = (name: string, kind: string, path: string, base: string, ...more: readonly string[]): string =>
    command('sources', 'add', name, kind, path, '--base-url', base, '--allow-private', '--yes', ...more);
  add('pizzeria', '--openapi', document, address, '--auth', 'header:X-API-Key=pizzeria-key', '--refresh', '1h');
  add('oven', '--http', handWritten, address);
  add('bakery', '--openapi', document, closingAddress);
  await closing.close();
  await failToCall(server, 'bakery__list_menu');
  command('tools', 'disable', 'pizzeria__remove_dish');
  return () => pizzeria.close();
}

async function failToCall({ address, command }: ExampleServer, tool: string): Promise<void> {
  const made = JSON.parse(command('token', 'create', '--kind', 'agent', '--name', 'waiter')) as { secret: string };
  for (let called = 0; called < failures; called += 1)
    await fetch(`${address}/api/tools/${tool}/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' },
      body: '{}',
    });
}
