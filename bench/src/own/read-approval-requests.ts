import type { Readable } from 'node:stream';

export type ApprovalRequest = { readonly approval_id: string; readonly tool_id: string };

const EVENT = '\nevent: tool.approval_request\n';
const DATA = '\ndata: ';

/** Tells the approval requests of an SSE stream. Other events are only skipped: parsing them is no part of the loop. */
export function readApprovalRequests(stream: Readable, tell: (request: ApprovalRequest) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const text = rest + chunk;
    let start = 0;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
      const frame = text.slice(start, end);
      start = end + 2;
      if (frame.includes(EVENT)) tell(JSON.parse(frame.slice(frame.indexOf(DATA) + DATA.length)) as ApprovalRequest);
    }
    rest = text.slice(start);
  });
}
