import type { FastifyRequest } from 'fastify';

/** Calls back if the client goes away; returns how to stop caring. A connection outlives the requests it carries. */
export function onHangUp({ raw: { socket } }: FastifyRequest, act: () => void): () => void {
  socket.once('close', act);
  return () => socket.off('close', act);
}
