import { type OutputChunk, settledStatuses } from '@countersign/contract';
import type { ToolCall } from '@countersign/tool-call';
import type { StoredEvent } from '../ports/records.ts';

/** What a call has printed, as it stands in the log. `isLastPage`: there is no more of it there now. */
export function outputView(call: ToolCall, events: readonly StoredEvent[], isLastPage: boolean) {
  return {
    tool_id: call.id,
    chunks: events.map(({ seq, data }) => {
      const { stream, offset, text } = data as OutputChunk;
      return { id: seq, stream, offset, text };
    }),
    is_complete: isLastPage && settledStatuses.has(call.state.status),
  };
}
