import { createInterface } from 'node:readline';

/**
 * A server as some were in 2025: it ends when it is asked anything before `initialize`, prints a banner among its
 * messages, and one of its tools is described wrongly.
 */
let isReady = false;
const answer = (id: unknown, result: unknown): void => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
console.log('Old server, at your service');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as { id: unknown; method: string; params: Record<string, unknown> };
  if (method === 'initialize') {
    isReady = true;
    answer(id, {
      protocolVersion: '2025-03-26',
      capabilities: { tools: {} },
      serverInfo: { name: 'old', version: '1' },
    });
  } else if (!isReady) process.exit(1);
  else if (method === 'tools/list' && params?.cursor === undefined) {
    answer(id, {
      tools: [{ name: 'one', inputSchema: { type: 'object' } }, { name: 7 }, { name: 'a\u200bb', inputSchema: {} }],
      nextCursor: '2',
    });
  } else if (method === 'tools/list') {
    answer(id, {
      tools: [
        { name: 'two', description: 7, inputSchema: { $ref: 'https://example.invalid/x' } },
        { name: 'one' },
        {
          name: 'three',
          inputSchema: {
            oneOf: [
              { properties: { a: { type: 'string' } }, required: ['a'] },
              { properties: { b: { type: 'integer' } }, required: ['b'] },
            ],
          },
        },
      ],
    });
  } else if (method === 'tools/call')
    answer(id, { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] });
}
