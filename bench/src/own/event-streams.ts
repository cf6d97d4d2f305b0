/**
 * Goals 9 and 10: the server in this process, its event streams opened by the harness. The same stream cannot hear both
 * an event of its own and one for everybody, so there are two kinds: stream `index` of an agent of its own, which hears
 * that agent's calls only, and streams of one user, which hear all calls of the project.
 */
import { ServerResponse } from 'node:http';
import { type Agent, submitCall } from '@countersign/control-plane';
import type { StartJob } from '../job.ts';
import { composeServer, SQLITE_DURABILITY } from './compose-server.ts';
import { createWorkspace, type Secret } from './create-workspace.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

const AT_ONCE = 100;

export const startJob: StartJob = async ({ directory }) => {
  const server = await composeServer({ directory, tools: 1, isPatient: true });
  const { plane } = server;
  const address = new URL(await server.listen());
  const { project, user, createAgent } = await createWorkspace(plane);
  const outsider = await createAgent('outsider');
  const agents: Secret<Agent>[] = [];
  const writes = watchWrites();

  const requestOf = (secret: string) =>
    [
      `GET /my/projects/${project.id}/chat/stream HTTP/1.1`,
      `host: ${address.host}`,
      'accept: text/event-stream',
      `authorization: Bearer ${secret}`,
      '',
      '',
    ].join('\r\n');
  /** One call that asks is one message, `tool.approval_request`. */
  const ask = (agent: Agent) =>
    submitCall(plane, agent, {
      toolName: TOOL_NAME,
      params: TOOL_PARAMS,
      sessionId: null,
      note: null,
      idempotencyKey: null,
    });

  return {
    answers: {
      durability: () => SQLITE_DURABILITY,
      port: () => Number(address.port),
      async createAgents(count) {
        while (agents.length < count) {
          const names = Array.from({ length: Math.min(AT_ONCE, count - agents.length) }, (_, n) => agents.length + n);
          agents.push(...(await Promise.all(names.map((name) => createAgent(`agent-${name}`)))));
        }
        return count;
      },
      request: (index) => requestOf(agents[index]!.secret),
      projectRequest: () => requestOf(user.secret),
      async notifyOne(index) {
        const written = writes.next();
        // Listeners are told in the order they came: the server's own have only queued the event when this one is told.
        const published = new Promise<number>((resolve) => {
          const leave = plane.store.subscribe(() => {
            leave();
            resolve(performance.now());
          });
        });
        await ask(agents[index]!.principal);
        const us = ((await written) - (await published)) * 1000;
        if (us < 0) throw new Error('the event was written before its publication was seen');
        return us;
      },
      async broadcast() {
        await ask(outsider.principal);
        return 0;
      },
    },
    async stop() {
      writes.stop();
      await server.close();
    },
  };
};

/** Tells when the next event is handed to a socket; comments and headers are not events. */
function watchWrites() {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the response it is of
  const { write } = ServerResponse.prototype;
  let tell: ((at: number) => void) | undefined;
  ServerResponse.prototype.write = function (this: ServerResponse, ...given: Parameters<typeof write>) {
    const isWritten = write.apply(this, given);
    if (tell && String(given[0]).includes('\ndata:')) {
      tell(performance.now());
      tell = undefined;
    }
    return isWritten;
  } as typeof write;
  return {
    next: () =>
      new Promise<number>((resolve) => {
        tell = resolve;
      }),
    stop() {
      ServerResponse.prototype.write = write;
    },
  };
}
