import type { Client } from '@countersign/client';
import { limits, type ToolCallView } from '@countersign/contract';

type Wanted = { readonly callsMax: number; readonly sessionId: string | undefined };

/** Recorded calls of a project, newest first, page by page up to a limit. */
export async function* listRecordedCalls(
  client: Client,
  projectId: string,
  { callsMax, sessionId }: Wanted,
): AsyncGenerator<readonly ToolCallView[]> {
  let left = callsMax;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Client['toolCalls']['list']>> = await client.toolCalls.list(projectId, {
      limit: Math.min(left, limits.pageSizeMax),
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
      ...(cursor === null ? {} : { cursor }),
    });
    yield page.tool_calls;
    left -= page.tool_calls.length;
    cursor = page.next_cursor;
  } while (cursor !== null && left > 0);
}
