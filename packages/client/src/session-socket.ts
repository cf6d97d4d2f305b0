import {
  type ApprovalView,
  type ClientMessage,
  CountersignError,
  type DecisionRequest,
  type DecisionResponse,
  newId,
  type ServerMessage,
  type SubmitResultRequest,
} from '@countersign/contract';
import type { WebSocket } from 'ws';
import { clientLimits } from './client-limits.ts';
import { errorOfResponse } from './error-of-response.ts';
import { MessageQueue } from './message-queue.ts';
import type { Timing } from './timing.ts';
import { unreachable } from './unreachable-error.ts';

type Answer = Extract<ServerMessage, { request_id: string | null }>;
type Pending = { readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void };

/** A session's WebSocket: what happens comes out by iterating, decisions and results go in and are answered. */
export class SessionSocket implements AsyncIterable<ServerMessage> {
  readonly #socket: WebSocket;
  readonly #origin: string;
  readonly #timing: Timing;
  readonly #messages = new MessageQueue<ServerMessage>(clientLimits.socketMessagesQueuedMax);
  readonly #pending = new Map<string, Pending>();

  constructor(socket: WebSocket, origin: string, timing: Timing) {
    this.#socket = socket;
    this.#origin = origin;
    this.#timing = timing;
    // Messages come as one Buffer each, which is the default of the socket.
    socket.on('message', (data) => this.#receive((data as Buffer).toString('utf8')));
    socket.on('error', (error) => this.#finish(unreachable(origin, error)));
    socket.on('close', (code, reason) => {
      const isWanted = code === 1000;
      this.#finish(isWanted ? null : unreachable(origin, new Error(`closed with ${code} ${String(reason)}`.trim())));
    });
  }

  /** A6: the decision carries the digest of the approval that was shown. */
  async decide(
    approval: Pick<ApprovalView, 'tool_id' | 'digest'>,
    decision: Omit<DecisionRequest, 'digest'>,
  ): Promise<DecisionResponse> {
    const { tool_id: call_id, digest } = approval;
    const answer = await this.#ask({ type: 'hitl_decision', call_id, digest, ...decision });
    return (answer as Extract<ServerMessage, { type: 'hitl_decision_result' }>).response;
  }

  async sendResult(toolId: string, result: SubmitResultRequest): Promise<{ status: string }> {
    const answer = await this.#ask({ type: 'tool_result', call_id: toolId, ...result });
    return { status: (answer as Extract<ServerMessage, { type: 'tool_result_ack' }>).status };
  }

  async ping(): Promise<void> {
    await this.#ask({ type: 'ping' });
  }

  [Symbol.asyncIterator](): AsyncIterator<ServerMessage> {
    return this.#messages;
  }

  close(): void {
    this.#socket.close(1000);
  }

  async #ask(message: ClientMessage): Promise<Answer> {
    const requestId = newId<string>();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const cancel = this.#timing.after(clientLimits.answerMsMax, () =>
      reject(unreachable(this.#origin, new Error(`no answer within ${clientLimits.answerMsMax} ms`))),
    );
    this.#pending.set(requestId, { resolve, reject });
    try {
      this.#socket.send(JSON.stringify({ ...message, request_id: requestId }), (error) => {
        if (error) reject(unreachable(this.#origin, error));
      });
      return await promise;
    } finally {
      cancel();
      this.#pending.delete(requestId);
    }
  }

  #receive(text: string): void {
    const message = parseMessage(text);
    if (message === null) {
      this.#finish(new CountersignError('invalid_request', 'the server sent something other than a message'));
      this.#socket.terminate();
      return;
    }
    const pending = 'request_id' in message && message.request_id !== null && this.#pending.get(message.request_id);
    if (pending) {
      if (message.type === 'error')
        pending.reject(errorOfResponse(message.problem.status, JSON.stringify(message.problem)));
      else pending.resolve(message as Answer);
    } else if (!this.#messages.push(message)) {
      this.#finish(unreachable(this.#origin, new Error('messages came faster than they were read')));
      this.#socket.terminate();
    }
  }

  #finish(error: unknown): void {
    const reason = error ?? unreachable(this.#origin, new Error('the connection was closed'));
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#messages.end(error);
  }
}

function parseMessage(text: string): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && 'type' in value ? (value as ServerMessage) : null;
  } catch {
    return null;
  }
}
