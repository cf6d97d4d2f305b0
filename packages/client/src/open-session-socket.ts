import { endpoints } from '@countersign/contract';
import { buildPath } from './build-path.ts';
import type { Connection } from './create-caller.ts';
import { openSocket } from './open-socket.ts';
import { SessionSocket } from './session-socket.ts';

/** Resolves when the server has accepted; rejects with what it said if it has not. */
export function openSessionSocket(
  connection: Connection,
  projectId: string,
  sessionId: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SessionSocket> {
  const path = buildPath(endpoints.openSessionSocket.path, { project_id: projectId, session_id: sessionId });
  return openSocket(
    connection,
    path,
    signal,
    (socket) => new SessionSocket(socket, connection.origin, connection.timing),
  );
}
