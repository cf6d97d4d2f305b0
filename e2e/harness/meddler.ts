import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  isoTime,
  type PreviewFile,
  type SignedOrder,
  type SignedPreviewOrder,
  type SubmitPreviewRequest,
  type SubmitResultRequest,
} from '@countersign/contract';
import { onTestFinished } from 'vitest';

type Reported = Omit<SubmitResultRequest, 'fence'>;
type Given = {
  readonly signed: SignedOrder;
  readonly claimed: SignedOrder;
  readonly resolve: (report: Reported) => void;
};

/**
 * Somebody between runner and server, or a server that was taken over: passes everything on, and says to the runner
 * what it likes. Calls that it made up are claimed from it and reported to it.
 */
export class Meddler {
  readonly url: string;
  /** Ids of the calls that a runner tried to claim. */
  readonly claims: string[] = [];
  readonly #streams = new Set<ServerResponse>();
  readonly #sockets: Set<Socket>;
  readonly #given = new Map<string, Given>();
  readonly #asked = new Map<string, (files: readonly PreviewFile[]) => void>();
  #isAway = false;
  /** The next answer to a claim does not arrive, though the claim does. */
  losesNextClaim = false;

  private constructor(url: string, sockets: Set<Socket>) {
    this.url = url;
    this.#sockets = sockets;
  }

  static async start(serverUrl: string, { isKept = false }: { isKept?: boolean } = {}): Promise<Meddler> {
    const sockets = new Set<Socket>();
    let meddler: Meddler;
    const server = createServer((asked, answer) => meddler.#handle(serverUrl, asked, answer));
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    meddler = new Meddler(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets);
    if (!isKept) onTestFinished(() => meddler.close());
    meddler.close = async () => {
      meddler.cut();
      await new Promise((resolve) => server.close(resolve));
    };
    return meddler;
  }

  close: () => Promise<void> = async () => {};

  /** Gives an order to the runner. Resolves to what it reports, if it takes it at all. */
  give(signed: SignedOrder, { claimed = signed }: { claimed?: SignedOrder } = {}): Promise<Reported> {
    const { order } = signed;
    const { promise, resolve } = Promise.withResolvers<Reported>();
    this.#given.set(order.tool_id, { signed, claimed, resolve });
    this.say('tool.execution_signal', {
      tool_id: order.tool_id,
      session_id: order.call.session_id,
      tool_name: order.call.tool_name,
      tool_params: order.call.arguments,
      signed_order: signed,
      timestamp: isoTime(Date.now()),
    });
    return promise;
  }

  /** Asks the runner what files hold. Resolves to what it tells, if it does. */
  ask(signed: SignedPreviewOrder): Promise<readonly PreviewFile[]> {
    const { tool_id, call } = signed.order;
    const { promise, resolve } = Promise.withResolvers<readonly PreviewFile[]>();
    this.#asked.set(tool_id, resolve);
    const timestamp = isoTime(Date.now());
    this.say('tool.preview_signal', { tool_id, session_id: call.session_id, signed_order: signed, timestamp });
    return promise;
  }

  say(event: string, data: unknown): void {
    for (const stream of this.#streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Every connection breaks, and none is taken until it comes back. */
  goAway(): void {
    this.#isAway = true;
    this.cut();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #handle(serverUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#isAway) {
      asked.socket.destroy();
      return;
    }
    const { pathname } = new URL(asked.url!, this.url);
    const [, toolId, act] = /\/tools\/([0-9a-f-]{36})\/(\w+)$/.exec(pathname) ?? [];
    if (act === 'claim') this.claims.push(toolId!);
    const given = toolId === undefined ? undefined : this.#given.get(toolId);
    const told = act === 'preview' ? this.#asked.get(toolId!) : undefined;
    if (told)
      readJson<SubmitPreviewRequest>(asked, answer, { tool_id: toolId, status: 'pending' }, ({ files }) => told(files));
    else if (given) this.#play(given, act!, asked, answer);
    else this.#passOn(serverUrl, asked, answer, pathname.endsWith('/chat/stream'));
  }

  #play({ signed, claimed, resolve }: Given, act: string, asked: IncomingMessage, answer: ServerResponse): void {
    const tool_id = signed.order.tool_id;
    const until = isoTime(Date.now() + 30_000);
    const answers: Record<string, unknown> = {
      claim: { tool_id, fence: 1, lease_expires_at: until, signed_order: claimed },
      lease: { tool_id, lease_expires_at: until, cancel_requested_at: null },
      output: { tool_id, cancel_requested_at: null },
      result: { success: true, tool_id, status: 'completed', message: 'taken' },
    };
    readJson<Reported>(asked, answer, answers[act], (body) => {
      if (act === 'result') resolve(body);
    });
  }

  #passOn(serverUrl: string, asked: IncomingMessage, answer: ServerResponse, isStream: boolean): void {
    const { host } = new URL(serverUrl);
    const passed = request(new URL(asked.url!, serverUrl), {
      method: asked.method!,
      headers: { ...asked.headers, host },
    });
    const isLost = this.losesNextClaim && asked.url!.endsWith('/claim');
    if (isLost) this.losesNextClaim = false;
    passed.on('response', (response) => {
      if (isLost) {
        answer.destroy();
        return;
      }
      answer.writeHead(response.statusCode!, response.headers);
      answer.flushHeaders();
      response.pipe(answer);
      response.once('close', () => response.complete || answer.destroy());
      if (!isStream) return;
      this.#streams.add(answer);
      answer.once('close', () => {
        this.#streams.delete(answer);
        passed.destroy();
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }
}

/** Reads what was sent, and answers it. */
function readJson<T>(asked: IncomingMessage, answer: ServerResponse, answered: unknown, then: (body: T) => void): void {
  let text = '';
  asked.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  asked.on('end', () => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(answered));
    then((text === '' ? null : JSON.parse(text)) as T);
  });
}
