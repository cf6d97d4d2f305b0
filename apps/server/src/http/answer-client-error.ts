import type { Socket } from 'node:net';
import { CountersignError, problemOf } from '@countersign/contract';

/** What arrives could not be read as HTTP, so there is no request to answer: the problem goes out by hand. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = problemOf(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new CountersignError('headers_too_large', 'Send a shorter address, fewer headers or fewer cookies.')
      : new CountersignError('invalid_request', 'What was sent cannot be read as an HTTP request.'),
  );
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
