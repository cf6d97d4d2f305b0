import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { websocketProtocol } from '@countersign/contract';

const opcodes = { text: 1, binary: 2, close: 8, ping: 9 } as const;

/**
 * A WebSocket written by hand, for clients that do not behave: any header, any frame, and no answer to a close frame
 * unless the test sends one.
 */
export class RawSocket {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  readonly #frames: { opcode: number; payload: Buffer }[] = [];
  readonly #news = new EventEmitter();
  #isEnded = false;

  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    for (const event of ['close', 'end', 'error']) {
      socket.on(event, () => {
        this.#isEnded = true;
        this.#news.emit('news');
      });
    }
    if (head.length > 0) this.#take(head);
  }

  send(message: string | object): void {
    this.#write(opcodes.text, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
  }

  sendBinary(payload: Buffer): void {
    this.#write(opcodes.binary, payload);
  }

  sendClose(): void {
    this.#write(opcodes.close, Buffer.from([0x03, 0xe8]));
  }

  /** The next message, or null once the server has closed. */
  async next(): Promise<Record<string, unknown> | null> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame?.opcode === opcodes.text) return JSON.parse(frame.payload.toString()) as Record<string, unknown>;
      if (frame?.opcode === opcodes.close || (!frame && this.#isEnded)) return null;
      if (!frame) await once(this.#news, 'news');
    }
  }

  /** Resolves when the server has sent a ping; other frames before it are dropped. */
  async pinged(): Promise<void> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame?.opcode === opcodes.ping) return;
      if (!frame && this.#isEnded) throw new Error('the server closed instead');
      if (!frame) await once(this.#news, 'news');
    }
  }

  /** Resolves when the connection itself is gone. */
  async gone(): Promise<void> {
    if (!this.#socket.closed) await new Promise((resolve) => this.#socket.on('close', resolve));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(opcode: number, payload: Buffer): void {
    const mask = randomBytes(4);
    const masked = Buffer.from(payload.map((byte, index) => byte ^ mask[index % 4]!));
    const head = Buffer.alloc(10);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
    this.#socket.write(Buffer.concat([head, mask, masked]));
  }

  #take(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      if (this.#buffer.length < 2) return;
      const short = this.#buffer[1]! & 0x7f;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.#buffer.length < start) return;
      const length =
        short === 126 ? this.#buffer.readUInt16BE(2) : short === 127 ? Number(this.#buffer.readBigUInt64BE(2)) : short;
      if (this.#buffer.length < start + length) return;
      this.#frames.push({
        opcode: this.#buffer[0]! & 0x0f,
        payload: this.#buffer.subarray(start, start + length),
      });
      this.#buffer = this.#buffer.subarray(start + length);
      this.#news.emit('news');
    }
  }
}

/** The socket, or how the server refused the upgrade. */
export async function openRawSocket(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawSocket | { readonly status: number; readonly code: unknown }> {
  const { hostname, port } = new URL(url);
  const sent = request({
    hostname,
    port,
    path,
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-protocol': websocketProtocol,
      ...headers,
    },
  });
  sent.end();
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('upgrade', (_response: IncomingMessage, socket: Socket, head: Buffer) =>
      resolve(new RawSocket(socket, head)),
    );
    sent.on('response', (response: IncomingMessage) => {
      response.toArray().then((chunks: Buffer[]) => {
        const { code } = JSON.parse(Buffer.concat(chunks).toString()) as { code: unknown };
        resolve({ status: response.statusCode ?? 0, code });
      }, reject);
    });
  });
}
