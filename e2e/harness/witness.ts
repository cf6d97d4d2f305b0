import { onTestFinished } from 'vitest';
import type { CastId } from './cast.ts';
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request.ts';
import { openRawSocket, RawSocket } from './raw-socket.ts';
import { openRawStream, type RawStream } from './raw-stream.ts';
import type { Stage } from './stage.ts';

/** Sends requests and listens for everybody, and keeps every byte that comes back, with where it came from. */
export class Witness {
  readonly #stage: Stage;
  readonly #answers: { readonly from: string; readonly text: string }[] = [];
  readonly #streams = new Map<CastId, RawStream>();
  readonly #frames: { readonly from: string; readonly text: string; readonly isOrder: boolean }[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** An answer as a client gets it: head and body. */
  async send(
    who: CastId | null,
    path: string,
    request: RawRequest & { readonly json?: unknown } = {},
  ): Promise<RawAnswer> {
    const { json, ...raw } = request;
    const body = json === undefined ? raw.body : JSON.stringify(json);
    const method = raw.method ?? (body === undefined ? 'GET' : 'POST');
    const token = who === null ? null : this.#stage.cast[who];
    const answer = await rawRequest(this.#stage.url, path, { token, ...raw, method, body });
    const text = `${JSON.stringify(answer.headers)}\n${answer.text}`;
    this.#answers.push({ from: `${answer.status} ${method} ${path.slice(0, 60)} as ${who}`, text });
    return answer;
  }

  async listen(who: CastId): Promise<void> {
    const path = `/my/projects/${this.#stage.projectId}/chat/stream`;
    const stream = (await openRawStream(this.#stage.url, path, { token: this.#stage.cast[who] })).read();
    onTestFinished(() => stream.destroy());
    this.#streams.set(who, stream);
  }

  /** A session's socket; what it brings is kept, also what nobody waits for. */
  async join(who: CastId, sessionId: string): Promise<RawSocket> {
    const path = `/my/projects/${this.#stage.projectId}/sessions/${sessionId}/ws`;
    const opened = await openRawSocket(this.#stage.url, path, { authorization: `Bearer ${this.#stage.cast[who]}` });
    if (!(opened instanceof RawSocket)) throw new Error(`the socket was refused: ${JSON.stringify(opened)}`);
    onTestFinished(() => opened.destroy());
    const next = opened.next.bind(opened);
    opened.next = async () => {
      const message = await next();
      const isOrder = isOrderFor(who, `event: ${String(message?.event)}`);
      this.#frames.push({ from: `socket of ${who}`, text: JSON.stringify(message), isOrder });
      return message;
    };
    return opened;
  }

  async heard(who: CastId, text: string): Promise<void> {
    await this.#streams.get(who)!.until((all) => all.includes(text));
  }

  /** Everything but the orders that runners were given. */
  get told(): readonly { readonly from: string; readonly text: string }[] {
    return [...this.#answers, ...this.#frames.filter(({ isOrder }) => !isOrder), ...this.#streamed(false)];
  }

  get orders(): readonly { readonly from: string; readonly text: string }[] {
    return [...this.#frames.filter(({ isOrder }) => isOrder), ...this.#streamed(true)];
  }

  #streamed(areOrders: boolean): { readonly from: string; readonly text: string }[] {
    return [...this.#streams].flatMap(([who, { text }]) =>
      text
        .split('\n\n')
        .filter((block) => areOrders === isOrderFor(who, block))
        .map((block) => ({ from: `stream of ${who}`, text: block })),
    );
  }
}

/** To execute, or to say what would be executed: either has the arguments as they are. */
function isOrderFor(who: string, text: string): boolean {
  return who.toLowerCase().includes('runner') && /event: tool\.(execution|preview)_signal/.test(text);
}
