import { ReadableStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';
import { UpstreamFailure } from '../upstream-failure.ts';
import { mcpLimits } from './mcp-limits.ts';

/** Marks the request of a call on its way to the fetch below, which takes it off again. */
export const callHeader = 'countersign-call';

/**
 * The given fetch without redirects, and with answers whose single messages are bounded. `onEnd` is told when the answer
 * to a marked request is over, however it ended: what was not in it will not come, unless the server numbers its events
 * so that they can be asked for again. Who gives the fetch guards destinations.
 */
export function boundedFetch(fetch: FetchLike, onEnd: (call: string) => void): FetchLike {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const call = headers.get(callHeader);
    headers.delete(callHeader);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (isRedirect(response)) {
      await response.body?.cancel();
      throw new UpstreamFailure(
        'redirect_refused',
        'The MCP server answers with a redirect, which is not followed: give its real address as url.',
        { upstreamStatus: response.status },
      );
    }
    if (response.body === null) return response;
    const body = ReadableStream.from(bounded(response.body, () => call !== null && onEnd(call)));
    return new Response(body as BodyInit, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** Events are set apart by empty lines: what has none for too long is too long. */
async function* bounded(body: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  let length = 0;
  let isNumbered = false;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      isNumbered ||= bytes.includes('\nid:') || bytes.subarray(0, 3).equals(Buffer.from('id:'));
      const end = Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'));
      length = end === -1 ? length + bytes.length : bytes.length - end;
      if (length > mcpLimits.messageBytesMax) {
        throw new UpstreamFailure(
          'response_too_large',
          `The MCP server sends a message of more than ${mcpLimits.messageBytesMax} bytes.`,
        );
      }
      yield chunk;
    }
  } finally {
    if (!isNumbered) onEnd();
  }
}
