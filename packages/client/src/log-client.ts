import { CountersignError, type EndpointId, type EventView, type VerificationLine } from '@countersign/contract';
import { type Connection, refuseFailure, requestOf } from './create-caller.ts';
import type { Call, CallInput, CallOptions } from './endpoint-types.ts';

/** Searching the log, taking it away, and having it verified. */
export function logClient(connection: Connection, call: Call) {
  return {
    search: (projectId: string, query: CallInput<'searchLog'>['query'] = {}, options?: CallOptions) =>
      call('searchLog', { params: { project_id: projectId }, query }, options),
    /** What belongs to no project. */
    searchServer: (query: CallInput<'searchServerLog'>['query'] = {}, options?: CallOptions) =>
      call('searchServerLog', { query }, options),
    /** Entries as they come, oldest first. An end that is missing is an error. */
    export: (projectId: string, query: CallInput<'exportLog'>['query'] = {}, options?: CallOptions) =>
      readLines<EventView>(connection, 'exportLog', { params: { project_id: projectId }, query }, options),
    exportServer: (options?: CallOptions) => readLines<EventView>(connection, 'exportServerLog', {}, options),
    /** How far it is, and at last what was found. */
    verify: (options?: CallOptions) => readLines<VerificationLine>(connection, 'verifyLog', {}, options),
  };
}

async function* readLines<Line>(
  connection: Connection,
  endpointId: EndpointId,
  parts: Parameters<typeof requestOf>[2],
  { signal }: CallOptions = {},
): AsyncGenerator<Line> {
  const headers = { accept: 'application/x-ndjson, application/problem+json' };
  const request = requestOf(connection, endpointId, { ...parts, headers }, signal);
  const response = await connection.transport.request({ ...request, isStream: true });
  await refuseFailure(response);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield parseLine<Line>(line);
  }
  if (rest !== '') throw new CountersignError('unavailable', 'The server stopped in the middle of a line. Try again.');
}

function parseLine<Line>(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (error) {
    throw new CountersignError('internal', 'The server sent a line that is not JSON.', {}, error);
  }
}
