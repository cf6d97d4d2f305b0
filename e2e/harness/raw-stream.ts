import { type IncomingMessage, request } from 'node:http';

export type RawBlock = { readonly id: number | null; readonly event: string | null; readonly data: string | null };

/** One SSE connection, read by hand: block by block, byte by byte, or not at all. */
export class RawStream {
  readonly #response: IncomingMessage;
  text = '';
  readonly #listeners = new Set<() => void>();
  isEnded = false;

  constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8');
    for (const event of ['close', 'error', 'end']) {
      response.on(event, () => {
        this.isEnded = true;
        this.#tell();
      });
    }
  }

  /** Starts reading: until then the server finds nobody at the other end. */
  read(): this {
    this.#response.on('data', (chunk: string) => {
      this.text += chunk;
      this.#tell();
    });
    return this;
  }

  /** Resolves when enough has come, or the connection has ended. */
  until(isEnough: (text: string) => boolean): Promise<void> {
    if (this.isEnded || isEnough(this.text)) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = (): void => {
        if (!this.isEnded && !isEnough(this.text)) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  /** Whole blocks only: what was cut in the middle did not arrive. */
  get blocks(): RawBlock[] {
    return blocksOf(this.text);
  }

  destroy(): void {
    this.#response.destroy();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

export function blocksOf(text: string): RawBlock[] {
  return text
    .slice(0, text.lastIndexOf('\n\n') + 1)
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => ({
      id: field(block, 'id') === null ? null : Number(field(block, 'id')),
      event: field(block, 'event'),
      data: field(block, 'data'),
    }));
}

function field(block: string, name: string): string | null {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
}

export function openRawStream(
  url: string,
  path: string,
  { token, lastEventId }: { readonly token: string; readonly lastEventId?: number | undefined },
): Promise<RawStream> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
        },
      },
      (response) => resolve(new RawStream(response)),
    );
    sent.on('error', reject);
    sent.end();
  });
}
