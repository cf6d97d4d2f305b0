import type { Client, ReceivedMessage } from '@countersign/client';

export type OrderTransport = 'sse' | 'ws';

export type StreamOptions = {
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
  readonly onDisconnect: (error: unknown, retryInMs: number) => void;
};

/** What the server tells a runner, over either transport; a lost connection is taken up again. */
export function orderStream(
  client: Client,
  transport: OrderTransport,
  projectId: string,
  options: StreamOptions,
): AsyncIterable<ReceivedMessage> {
  return transport === 'ws' ? client.openRunnerSocket(projectId, options) : client.events(projectId, options);
}
