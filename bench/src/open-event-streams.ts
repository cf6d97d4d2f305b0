import { connect, type Socket } from 'node:net';

export type EventStreams = {
  /** Resolves when `count` more events arrived on these streams, with the time of the last. Call before the event is sent. */
  delivered(count: number): Promise<number>;
  close(): void;
};

export type EventStreamsOptions = {
  readonly port: number;
  readonly count: number;
  /** The raw HTTP request that opens stream `index`. */
  readonly requestOf: (index: number) => Promise<string>;
};

const OPENING_AT_ONCE = 100;
const DELIVERY_MS_MAX = 30_000;

/** Opens SSE connections as bare sockets, which cost the harness little enough to hold 10,000 of them. */
export async function openEventStreams({ port, count, requestOf }: EventStreamsOptions): Promise<EventStreams> {
  const sockets: Socket[] = [];
  let onEvent = () => {};

  for (let first = 0; first < count; first += OPENING_AT_ONCE) {
    const batch = Array.from({ length: Math.min(OPENING_AT_ONCE, count - first) }, (_, offset) => first + offset);
    await Promise.all(
      batch.map(async (index) => {
        const socket = await openStream(port, await requestOf(index));
        socket.on('data', (chunk) => countEvents(chunk, () => onEvent()));
        sockets.push(socket);
      }),
    );
  }

  return {
    delivered(expected) {
      return new Promise((resolve, reject) => {
        let arrived = 0;
        const timer = setTimeout(
          () => reject(new Error(`${arrived} of ${expected} events arrived in ${DELIVERY_MS_MAX} ms`)),
          DELIVERY_MS_MAX,
        );
        onEvent = () => {
          if (++arrived !== expected) return;
          clearTimeout(timer);
          resolve(performance.now());
        };
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openStream(port: number, request: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request));
    socket.once('error', reject);
    socket.once('data', (head) => {
      if (/^HTTP\/1\.1 200/.test(head.toString('latin1'))) resolve(socket);
      else reject(new Error(`an event stream was refused: ${head.toString('latin1').split('\r\n', 1)[0]}`));
    });
  });
}

/** Comments that keep a connection alive have no data line. A small event is never split over two chunks on loopback. */
function countEvents(chunk: Buffer, count: () => void) {
  for (let at = chunk.indexOf('data:'); at >= 0; at = chunk.indexOf('data:', at + 5)) count();
}
