import { describe, expect, it } from 'vitest';
import { resultOfResponse } from './result-of-response.ts';
import type { ResponseBody, UpstreamResponse } from './upstream-response.ts';

const response = (status: number, body: ResponseBody): UpstreamResponse => ({
  status,
  headers: { etag: '"1"', 'x-internal': 'no' },
  contentType: 'a/b',
  body,
  bytes: 3,
});

describe('what an answer means', () => {
  it('is completed for 2xx and failed for anything else [U8]', () => {
    for (const status of [200, 201, 204, 299])
      expect(resultOfResponse(response(status, { kind: 'none' })).status).toBe('completed');
    for (const status of [304, 400, 401, 404, 429, 500, 503])
      expect(resultOfResponse(response(status, { kind: 'none' })).status).toBe('failed');
  });

  it('has what the service said as its result [U8]', () => {
    const file = { file_id: 'f', bytes: 1, sha256: 's', content_type: null, head: null };
    expect(resultOfResponse(response(200, { kind: 'json', value: { a: 1 } }))).toEqual({
      status: 'completed',
      result: { a: 1 },
      upstream_status: 200,
      metadata: { content_type: 'a/b', bytes: 3, headers: { etag: '"1"' } },
    });
    expect(resultOfResponse(response(500, { kind: 'text', text: 'x', isCut: true }))).toMatchObject({
      result: 'x',
      metadata: { is_cut: true },
    });
    expect(resultOfResponse(response(200, { kind: 'bytes', base64: 'YQ==', isCut: false })).result).toEqual({
      base64: 'YQ==',
      content_type: 'a/b',
    });
    expect(resultOfResponse(response(200, { kind: 'file', file })).result).toEqual({ file });
    expect(resultOfResponse(response(204, { kind: 'none' })).result).toBeNull();
  });
});
