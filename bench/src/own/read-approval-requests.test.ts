import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type ApprovalRequest, readApprovalRequests } from './read-approval-requests.ts';

test('approval requests are told once each, wherever the stream is cut', () => {
  const frames = [
    'retry: 1000\nid: 4\n\n',
    'id: 5\nevent: tool.approval_request\ndata: {"approval_id":"a1","tool_id":"t1"}\n\n',
    ':\n\n',
    'id: 6\nevent: tool.status\ndata: {"tool_id":"t1"}\n\n',
    'id: 7\nevent: tool.approval_request\ndata: {"approval_id":"a2","tool_id":"t2"}\n\n',
  ].join('');
  for (let size = 1; size <= frames.length; size++) {
    const stream = new PassThrough();
    const told: ApprovalRequest[] = [];
    readApprovalRequests(stream, (request) => told.push(request));
    for (let at = 0; at < frames.length; at += size) stream.emit('data', frames.slice(at, at + size));
    expect(told.map((request) => request.approval_id)).toEqual(['a1', 'a2']);
  }
});
