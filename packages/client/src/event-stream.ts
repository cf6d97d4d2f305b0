import {
  CountersignError,
  type ProjectId,
  type SessionId,
  type StreamMessage,
  type StreamMessageName,
  streamMessages,
} from '@countersign/contract';
import { clientLimits } from './client-limits.ts';
import { type Connection, refuseFailure, requestOf } from './create-caller.ts';
import { parseEventStream, type StreamBlock } from './parse-event-stream.ts';
import { StreamPosition } from './stream-position.ts';
import { backoffMs } from './timing.ts';
import { unreachable } from './unreachable-error.ts';
import { isPassing, withRetries } from './with-retries.ts';

/** A message as it arrives. `id` is null for one that has no place in the log and may come again. */
export type ReceivedMessage = {
  [Name in StreamMessageName]: Omit<Extract<StreamMessage, { event: Name }>, 'id'> & { readonly id: number | null };
}[StreamMessageName];

export type EventsOptions = {
  /** Start after this place in the log: 0 for everything, nothing for what comes from now on. */
  readonly after?: number | undefined;
  readonly sessionId?: SessionId | string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A connection that brings not even a heartbeat for so long is cut, and resumed. */
  readonly stallMsMax?: number | undefined;
  readonly onConnect?: (() => void) | undefined;
  readonly onDisconnect?: ((error: unknown, retryInMs: number) => void) | undefined;
};

export type EventStream = AsyncIterable<ReceivedMessage> & {
  /** Where to go on from; null before anything with a place came. */
  readonly lastEventId: number | null;
};

/**
 * The project's events, in order and each once, across any number of connections. Failing to connect at all is an
 * error, as is being refused; once connected, a lost connection is resumed until the signal says stop.
 */
export function openEventStream(
  connection: Connection,
  projectId: ProjectId | string,
  options: EventsOptions = {},
): EventStream {
  const position = new StreamPosition(options.after ?? null);
  return {
    get lastEventId() {
      return position.last;
    },
    [Symbol.asyncIterator]: () => follow(connection, projectId, options, position),
  };
}

async function* follow(
  connection: Connection,
  projectId: string,
  options: EventsOptions,
  position: StreamPosition,
): AsyncGenerator<ReceivedMessage> {
  const { timing, retriesMax } = connection;
  const { signal } = options;
  let failures = 0;
  let isFirst = true;
  for (;;) {
    // Ends the one connection: on a stall, and when the reader leaves.
    const cut = new AbortController();
    try {
      const open = () => connect(connection, projectId, options, position, cut.signal);
      const chunks = isFirst
        ? await withRetries({ retriesMax, isRepeatable: true, timing, signal }, open)
        : await open();
      isFirst = false;
      options.onConnect?.();
      for await (const blocks of untilStalled(parseEventStream(chunks), connection, options, cut)) {
        failures = 0;
        for (const block of blocks) {
          const message = position.accept(block) ? messageOf(block) : null;
          if (message) yield message;
        }
      }
      throw unreachable(connection.origin, new Error('the server ended the stream'));
    } catch (error) {
      if (signal?.aborted) return;
      if (isFirst || !isPassing(error)) throw error;
      const { reconnectDelayMsFirst, reconnectDelayMsMax } = clientLimits;
      const delayMs = backoffMs(failures, reconnectDelayMsFirst, reconnectDelayMsMax, timing.random);
      failures += 1;
      options.onDisconnect?.(error, delayMs);
      if (!(await slept(connection, delayMs, signal))) return;
    } finally {
      cut.abort();
    }
  }
}

async function connect(
  connection: Connection,
  projectId: string,
  { sessionId, signal }: EventsOptions,
  { last }: StreamPosition,
  cut: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const request = requestOf(
    connection,
    'streamEvents',
    {
      params: { project_id: projectId },
      query: sessionId === undefined ? {} : { session_id: sessionId },
      headers: { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': String(last) }) },
    },
    signal ? AbortSignal.any([signal, cut]) : cut,
  );
  const response = await connection.transport.request({ ...request, isStream: true });
  await refuseFailure(response);
  return response.chunks;
}

/** Passes on what comes, and cuts the connection when nothing does. */
async function* untilStalled<T>(
  items: AsyncIterable<T>,
  { timing, origin }: Connection,
  { stallMsMax = clientLimits.streamStallMsMax }: EventsOptions,
  cut: AbortController,
): AsyncGenerator<T> {
  const stalled = (): void => cut.abort(unreachable(origin, new Error(`nothing came for ${stallMsMax} ms`)));
  let disarm = timing.after(stallMsMax, stalled);
  try {
    for await (const item of items) {
      // A reader that takes its time is no stall of the server's.
      disarm();
      yield item;
      disarm = timing.after(stallMsMax, stalled);
    }
  } finally {
    disarm();
  }
}

/** Names that a newer server may add are left out; the text of a known one that cannot be read is a fault. */
function messageOf({ id, message }: StreamBlock): ReceivedMessage | null {
  if (message === null || !Object.hasOwn(streamMessages, message.event)) return null;
  try {
    return { id, event: message.event, data: JSON.parse(message.data) } as ReceivedMessage;
  } catch (error) {
    throw new CountersignError('invalid_request', `the stream carried a ${message.event} that is not JSON`, {}, error);
  }
}

/** False when it was told to stop meanwhile. */
async function slept({ timing }: Connection, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  await timing.sleep(ms, signal).catch(() => {});
  return !signal?.aborted;
}
