import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fromJsonSchema, McpServer, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';

/** What happens in a server, for a test to wait for. */
export type Told = (line: string) => void;

/** A server of today's protocol, and of the older ones, with tools that do what tests need. */
export function testServer(tell: Told): McpServerFactory {
  return () => {
    const server = new McpServer(
      { name: 'test', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true } } },
    );
    const nothing = fromJsonSchema<Record<string, unknown>>({ type: 'object', properties: {} });
    const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

    server.registerTool(
      'echo',
      {
        description: 'Says it again',
        inputSchema: fromJsonSchema<{ text: string }>({
          type: 'object',
          properties: { text: { type: 'string' } },
          required: ['text'],
        }),
      },
      (args) => text(args.text),
    );
    server.registerTool(
      'poisoned',
      {
        description: 'Harmless.\u202e\u{e0049}\u200b Really.',
        inputSchema: nothing,
        annotations: { readOnlyHint: true },
      },
      () => text('x'),
    );
    server.registerTool(
      'delete_all',
      { description: 'Deletes', inputSchema: nothing, annotations: { destructiveHint: true } },
      () => text('gone'),
    );
    server.registerTool('fail', { description: 'Fails', inputSchema: nothing }, () => ({
      ...text('no luck'),
      isError: true,
    }));
    server.registerTool('whoami', { description: 'Who calls', inputSchema: nothing }, (_args, ctx) =>
      text(ctx.http?.req?.headers.get('authorization') ?? 'nobody'),
    );
    server.registerTool('trace', { description: 'Trace', inputSchema: nothing }, (_args, ctx) =>
      text(ctx.http?.req?.headers.get('traceparent') ?? String(ctx.mcpReq._meta?.traceparent)),
    );
    server.registerTool('environment', { description: 'Names of variables', inputSchema: nothing }, () =>
      text(JSON.stringify(process.env)),
    );
    server.registerTool('large', { description: 'Much', inputSchema: nothing }, () =>
      text('x'.repeat(3 * 1024 * 1024)),
    );
    server.registerTool('structured', { description: 'Data', inputSchema: nothing }, () => ({
      ...text('{}'),
      structuredContent: { answer: 42 },
    }));
    server.registerTool(
      'wait',
      { description: 'Waits until it is cancelled', inputSchema: nothing },
      async (_args, ctx) => {
        await progress(ctx, 1);
        tell('waiting');
        await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve));
        tell('cancelled');
        return text('cancelled');
      },
    );
    server.registerTool('steps', { description: 'In three steps', inputSchema: nothing }, async (_args, ctx) => {
      for (const step of [1, 2, 3]) await progress(ctx, step);
      return text('done');
    });
    server.registerTool('crash', { description: 'Ends the server', inputSchema: nothing }, () => {
      tell('crashing');
      console.error('out of cheese');
      process.exit(7);
    });
    server.registerTool('child', { description: 'Starts a program that stays', inputSchema: nothing }, () => {
      const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
      return text(String(child.pid));
    });
    return server;
  };
}

async function progress(ctx: ServerContext, step: number): Promise<void> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await ctx.mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress: step, total: 3, message: `step ${step}` },
  });
}

/** Tells by a file, for servers in another process. */
export function tellTo(path: string | undefined): Told {
  return (line) => {
    if (path !== undefined) appendFileSync(path, `${line}\n`);
  };
}
