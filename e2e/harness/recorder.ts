import type { Client, EventsOptions, ReceivedMessage, SessionSocket } from '@countersign/client';
import { type ServerMessage, streamMessages } from '@countersign/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { onTestFinished } from 'vitest';

/** How long a test waits for something that should happen at once; not a pause, an end to waiting in vain. */
const patienceMs = 10_000;

/** Keeps everything that arrives, in order, and lets a test wait for what it expects. */
export class Recorder<T> {
  readonly seen: T[] = [];
  readonly #listeners = new Set<(item: T) => void>();
  readonly #patienceMs: number;
  /** Settles when the source has ended; rejects never. */
  readonly ended: Promise<unknown>;

  constructor(source: AsyncIterable<T>, patienceMsMax = patienceMs) {
    this.#patienceMs = patienceMsMax;
    this.ended = this.#read(source).then(
      () => null,
      (error: unknown) => error,
    );
  }

  /** The first item that matches, among those seen or those to come. */
  async first(what: string, match: (item: T) => boolean): Promise<T> {
    const found = this.seen.find(match);
    if (found !== undefined) return found;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const listener = (item: T): void => {
      if (match(item)) resolve(item);
    };
    this.#listeners.add(listener);
    const timer = setTimeout(
      () => reject(new Error(`${what} did not come; there was ${JSON.stringify(this.seen, null, 1)}`)),
      this.#patienceMs,
    );
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(listener);
    }
  }

  /** Tells everything that was seen and everything to come. */
  tell(listener: (item: T) => void): void {
    for (const item of this.seen) listener(item);
    this.#listeners.add(listener);
  }

  async #read(source: AsyncIterable<T>): Promise<void> {
    for await (const item of source) {
      this.seen.push(item);
      for (const listener of [...this.#listeners]) listener(item);
    }
  }
}

type MessageOf<Name extends ReceivedMessage['event']> = Extract<ReceivedMessage, { event: Name }>;

/** The event stream of a project as one client hears it. */
export class EventRecorder extends Recorder<ReceivedMessage> {
  readonly stop: () => void;

  constructor(source: AsyncIterable<ReceivedMessage>, stop: () => void) {
    super(checked(source));
    this.stop = stop;
  }

  /** The message of that name about that call, approval, grant, session or run. */
  async next<Name extends ReceivedMessage['event']>(
    event: Name,
    id: string,
    match: (data: MessageOf<Name>['data']) => boolean = () => true,
  ): Promise<MessageOf<Name>['data']> {
    const message = await this.first(
      `${event} about ${id}`,
      (each) => each.event === event && isAbout(each, id) && match(each.data as MessageOf<Name>['data']),
    );
    return message.data as MessageOf<Name>['data'];
  }

  about(id: string): ReceivedMessage[] {
    return this.seen.filter((message) => isAbout(message, id));
  }
}

function isAbout({ data }: ReceivedMessage, id: string): boolean {
  const { tool_id, approval_id, grant_id, session_id, run_id } = data as Record<string, string>;
  return [tool_id, approval_id, grant_id, session_id, run_id].includes(id);
}

/** Listens until the test is over. Resolves when the server has accepted. */
export async function watchEvents(
  client: Client,
  projectId: string,
  options: EventsOptions = {},
): Promise<EventRecorder> {
  const stop = new AbortController();
  const connected = Promise.withResolvers<void>();
  const source = client.events(projectId, { ...options, signal: stop.signal, onConnect: () => connected.resolve() });
  const recorder = new EventRecorder(source, () => stop.abort());
  onTestFinished(() => stop.abort());
  const failed = recorder.ended.then((error) => Promise.reject(error ?? new Error('the stream ended at once')));
  failed.catch(() => undefined);
  await Promise.race([connected.promise, failed]);
  return recorder;
}

/** A session's socket with everything it brings. */
export async function watchSession(
  client: Client,
  projectId: string,
  sessionId: string,
): Promise<{ readonly socket: SessionSocket; readonly messages: Recorder<ServerMessage> }> {
  const socket = await client.openSession(projectId, sessionId);
  onTestFinished(() => socket.close());
  return { socket, messages: new Recorder(socket) };
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = Object.fromEntries(
  Object.entries(streamMessages).map(([name, schema]) => [name, ajv.compile(schema)]),
);

async function* checked(source: AsyncIterable<ReceivedMessage>): AsyncGenerator<ReceivedMessage> {
  for await (const message of source) {
    const validate = validators[message.event]!;
    if (!validate(message.data))
      throw new Error(`${message.event} is not as declared: ${ajv.errorsText(validate.errors)}`);
    yield message;
  }
}
