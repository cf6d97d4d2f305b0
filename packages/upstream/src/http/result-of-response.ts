import type { UpstreamResult } from '@countersign/contract';
import type { UpstreamResponse } from './upstream-response.ts';

/** Headers of an answer that say something about its result. */
const toldHeaders = ['etag', 'last-modified', 'link', 'location', 'retry-after', 'x-request-id', 'x-total-count'];

/** U8: what an answer means: 2xx is completed, anything else is a failure with what the service said. */
export function resultOfResponse(
  response: UpstreamResponse,
): Pick<UpstreamResult, 'status' | 'result' | 'upstream_status' | 'metadata'> {
  const { status, headers, contentType, bytes, body } = response;
  const told = toldHeaders.flatMap((name) => (Object.hasOwn(headers, name) ? [[name, headers[name]]] : []));
  return {
    status: status >= 200 && status < 300 ? 'completed' : 'failed',
    result: resultValue(response),
    upstream_status: status,
    metadata: {
      content_type: contentType,
      bytes,
      ...(told.length === 0 ? {} : { headers: Object.fromEntries(told) as Record<string, string> }),
      ...('isCut' in body && body.isCut ? { is_cut: true } : {}),
    },
  };
}

function resultValue({ body, contentType }: UpstreamResponse): unknown {
  switch (body.kind) {
    case 'none':
      return null;
    case 'json':
      return body.value;
    case 'text':
      return body.text;
    case 'bytes':
      return { base64: body.base64, content_type: contentType };
    case 'file':
      return { file: body.file };
  }
}
