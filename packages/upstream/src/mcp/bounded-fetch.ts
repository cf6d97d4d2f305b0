import type { FetchLike } from '@modelcontextprotocol/client';
import { UpstreamFailure } from '../upstream-failure.ts';
import { mcpLimits } from './mcp-limits.ts';

/** The given fetch without redirects, and with answers whose single messages are bounded. Who gives it guards destinations. */
export function boundedFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    if (
      response.type === 'opaqueredirect' ||
      (response.status >= 300 && response.status < 400 && response.status !== 304)
    ) {
      await response.body?.cancel();
      throw new UpstreamFailure(
        'redirect_refused',
        'The MCP server answers with a redirect, which is not followed: give its real address as url.',
        {
          upstreamStatus: response.status,
        },
      );
    }
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded()), { status, statusText, headers });
  };
}

/** Events are set apart by empty lines: what has none for too long is too long. */
function bounded(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const end = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'));
      length = end === -1 ? length + chunk.byteLength : chunk.byteLength - end;
      if (length > mcpLimits.messageBytesMax) {
        controller.error(
          new UpstreamFailure(
            'response_too_large',
            `The MCP server sends a message of more than ${mcpLimits.messageBytesMax} bytes.`,
          ),
        );
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
