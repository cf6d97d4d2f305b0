import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { defaultConfig } from '@countersign/config';
import { onTestFinished } from 'vitest';

type ChatRequest = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };

/** A server that speaks OpenAI's chat completions, says what it is told to, and keeps what it was asked. */
export async function openModelServer(answers: readonly string[]) {
  const requests: ChatRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(JSON.parse(await text(request)) as ChatRequest);
    const content = answers[requests.length - 1] ?? 'I have nothing more to say.';
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk({ role: 'assistant', content }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const models = {
    ...defaultConfig().models,
    specs: ['compatible:test', 'demo'],
    compatible: { apiKey: null, baseUrl },
  };
  return { requests, models };
}
