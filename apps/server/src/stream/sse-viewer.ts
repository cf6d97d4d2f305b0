import type { ServerResponse } from 'node:http';
import type { ProjectId, SessionId } from '@countersign/contract';
import type { Principal } from '@countersign/control-plane';
import { limits } from '../limits.ts';
import type { Viewer } from './viewer.ts';

/** How long a browser waits before it connects again. */
const retryMs = 1_000;

/** An SSE connection as a viewer. The first bytes say where in the log it stands, before anything happened. */
export function sseViewer(
  response: ServerResponse,
  who: { readonly principal: Principal; readonly projectId: ProjectId; readonly sessionId: SessionId | null },
  position: number,
): Viewer {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  response.write(`retry: ${retryMs}\nid: ${position}\n\n`);
  return {
    ...who,
    write(frame) {
      response.write(frame.sse);
      return response.writableLength <= limits.streamBufferBytesMax;
    },
    drained() {
      if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
      return new Promise((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    },
    beat() {
      response.write(':\n\n');
    },
    cut() {
      response.destroy();
    },
  };
}
