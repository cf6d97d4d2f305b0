import type { ExampleServer } from './example-server.ts';

/** An agent that wants something of a service: the card shows what would be sent. */
export async function askForRequest({ address, approvalIds, command }: ExampleServer): Promise<void> {
  const created = command('token', 'create', '--kind', 'agent', '--name', 'kitchen bot');
  const { secret } = JSON.parse(created) as { secret: string };
  const response = await fetch(`${address}/api/tools/pizzeria__create_order/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      arguments: { body: { pizza_type: 'margherita', size: 'large', quantity: 3 } },
      wait_ms: 0,
    }),
  });
  const { metadata } = (await response.json()) as { metadata: { approval_id: string } };
  approvalIds.request = metadata.approval_id;
}
