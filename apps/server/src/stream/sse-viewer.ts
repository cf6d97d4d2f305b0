import type { ServerResponse } from 'node:http';
import type { ProjectId, SessionId } from '@countersign/contract';
import type { Principal } from '@countersign/control-plane';
import { limits } from '../limits.ts';
import type { Frame, Viewer } from './viewer.ts';

/** How long a browser waits before it connects again. */
const retryMs = 1_000;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** An SSE connection as a viewer. A class, because there may be ten thousand of them: methods are shared. */
export class SseViewer implements Viewer {
  readonly principal: Principal;
  readonly projectId: ProjectId;
  readonly sessionId: SessionId | null;
  readonly #response: ServerResponse;

  /** The first bytes say where in the log it stands, before anything happened. */
  constructor(
    response: ServerResponse,
    who: { readonly principal: Principal; readonly projectId: ProjectId; readonly sessionId: SessionId | null },
    position: number,
  ) {
    this.principal = who.principal;
    this.projectId = who.projectId;
    this.sessionId = who.sessionId;
    this.#response = response;
    response.writeHead(200, headers);
    response.write(`retry: ${retryMs}\nid: ${position}\n\n`);
  }

  write(frame: Frame): boolean {
    const response = this.#response;
    // Judged by what lay there before: one big message makes no slow reader.
    const isBehind = response.writableLength > limits.streamBufferBytesMax;
    if (!response.destroyed) response.write(frame.sse);
    return !isBehind;
  }

  isGone(): boolean {
    return this.#response.destroyed;
  }

  drained(): Promise<void> {
    const response = this.#response;
    if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done);
        response.off('close', done);
        resolve();
      };
      response.on('drain', done);
      response.on('close', done);
    });
  }

  beat(): void {
    if (!this.#response.destroyed) this.#response.write(':\n\n');
  }

  cut(): void {
    this.#response.destroy();
  }
}
