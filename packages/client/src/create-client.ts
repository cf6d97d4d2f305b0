import { type ExecuteRequest, endedRunStatuses, newId, settledStatuses } from '@countersign/contract';
import { administrationClient } from './administration-client.ts';
import { agentClients } from './agent-clients.ts';
import { approvalsClient } from './approvals-client.ts';
import { clientLimits } from './client-limits.ts';
import { type Connection, createCaller } from './create-caller.ts';
import type { CallInput, CallOptions } from './endpoint-types.ts';
import { type EventsOptions, openEventStream } from './event-stream.ts';
import { fetchTransport } from './fetch-transport.ts';
import { logClient } from './log-client.ts';
import { openSessionSocket } from './open-session-socket.ts';
import { policyClient } from './policy-client.ts';
import { pollUntil, type WaitOptions } from './poll-until.ts';
import { projectClients } from './project-clients.ts';
import type { ReconnectOptions } from './reconnecting.ts';
import { openRunnerSocket } from './runner-socket.ts';
import { sourcesClient } from './sources-client.ts';
import { systemTiming, type Timing } from './timing.ts';
import { undiciTransport } from './undici-transport.ts';

export type ClientOptions = {
  readonly url: string;
  /** Null for the few endpoints that are open. */
  readonly token: string | null;
  /** Used instead of the pool of sockets. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly retriesMax?: number | undefined;
  readonly timing?: Timing | undefined;
};

export type ExecuteOptions = CallOptions & { readonly idempotencyKey?: string | undefined };

export type Client = ReturnType<typeof createClient>;

/** A client for one server and one credential. Close it to let go of its sockets. */
export function createClient(options: ClientOptions) {
  const connection = connectionOf(options);
  const call = createCaller(connection);
  const newKey = () => (connection.retriesMax > 0 ? newId<string>() : undefined);
  return {
    call,
    /**
     * L8: asks for a tool to be run. A key goes along unless retries are off, so that a retry after a lost answer joins
     * the first call instead of making a second one.
     */
    executeTool: (projectId: string, body: ExecuteRequest, { idempotencyKey, signal }: ExecuteOptions = {}) => {
      const key = idempotencyKey ?? newKey();
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      return call('executeTool', { params: { project_id: projectId }, headers, body }, { signal });
    },
    waitUntilSettled: (projectId: string, toolId: string, waitOptions: WaitOptions = {}) =>
      pollUntil(
        connection.timing,
        (wait_ms) => {
          const params = { project_id: projectId, tool_id: toolId };
          return call('getToolCall', { params, query: { wait_ms } }, { signal: waitOptions.signal });
        },
        ({ status }) => settledStatuses.has(status),
        waitOptions,
      ),
    waitUntilEnded: (projectId: string, runId: string, waitOptions: WaitOptions = {}) =>
      pollUntil(
        connection.timing,
        (wait_ms) => {
          const params = { project_id: projectId, run_id: runId };
          return call('getRun', { params, query: { wait_ms } }, { signal: waitOptions.signal });
        },
        ({ status }) => endedRunStatuses.has(status),
        waitOptions,
      ),
    events: (projectId: string, eventsOptions?: EventsOptions) => openEventStream(connection, projectId, eventsOptions),
    openSession: (projectId: string, sessionId: string, callOptions?: CallOptions) =>
      openSessionSocket(connection, projectId, sessionId, callOptions),
    /** What `events` would bring to a runner, over a WebSocket. */
    openRunnerSocket: (projectId: string, socketOptions?: ReconnectOptions) =>
      openRunnerSocket(connection, projectId, socketOptions),
    whoAmI: (callOptions?: CallOptions) => call('whoAmI', {}, callOptions),
    projects: (callOptions?: CallOptions) => call('listMyProjects', {}, callOptions),
    serverKey: (callOptions?: CallOptions) => call('getServerKey', {}, callOptions),
    approvals: approvalsClient(call),
    ...projectClients(call),
    ...agentClients(call, newKey),
    ...sourcesClient(call),
    log: logClient(connection, call),
    /** How much people were asked, and how they answered. */
    figures: (projectId: string, query: CallInput<'getFigures'>['query'] = {}, callOptions?: CallOptions) =>
      call('getFigures', { params: { project_id: projectId }, query }, callOptions),
    policy: policyClient(call),
    admin: administrationClient(call),
    close: () => connection.transport.close(),
  };
}

function connectionOf({ url, token, fetch, retriesMax, timing }: ClientOptions): Connection {
  const { origin, pathname } = new URL(url);
  return {
    origin,
    prefix: pathname.replace(/\/+$/, ''),
    token,
    transport: fetch ? fetchTransport(origin, fetch) : undiciTransport(origin),
    timing: timing ?? systemTiming,
    retriesMax: retriesMax ?? clientLimits.retriesMax,
  };
}
