import type { FastifyRequest } from 'fastify';

/** Fires when the client has hung up, so that nothing is kept for someone who is not there. */
export function viewerGone(request: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  request.raw.socket.once('close', () => gone.abort());
  return gone.signal;
}
