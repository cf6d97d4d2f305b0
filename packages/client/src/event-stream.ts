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
import { type ReconnectOptions, reconnecting } from './reconnecting.ts';
import { StreamPosition } from './stream-position.ts';
import { unreachable } from './unreachable-error.ts';

/** A message as it arrives. `id` is null for one that has no place in the log and may come again. */
export type ReceivedMessage = {
  [Name in StreamMessageName]: Omit<Extract<StreamMessage, { event: Name }>, 'id'> & { readonly id: number | null };
}[StreamMessageName];

export type EventsOptions = ReconnectOptions & {
  /** Start after this place in the log: 0 for everything, nothing for what comes from now on. */
  readonly after?: number | undefined;
  readonly sessionId?: SessionId | string | undefined;
  /** A connection that brings not even a heartbeat for so long is cut, and resumed. */
  readonly stallMsMax?: number | undefined;
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
  const open = async (cut: AbortController) => {
    const chunks = await connect(connection, projectId, options, position, cut.signal);
    return untilStalled(parseEventStream(chunks), connection, options, cut);
  };
  for await (const blocks of reconnecting(connection, options, open)) {
    for (const block of blocks) {
      const message = position.accept(block) ? messageOf(block) : null;
      if (message) yield message;
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
