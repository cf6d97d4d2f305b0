/**
 * Goal 9: what pending calls cost in memory, the server being in this process. A watched wait does what the handler of
 * `executeTool` does from the moment it has its arguments, and keeps what that keeps: its frame and the waiter.
 * The connection that would hold it is not in it; `addHeldRequests` has it, over sockets of another process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, type ToolCallId } from '@countersign/contract';
import { CallWaiters, submitCall } from '@countersign/control-plane';
import type { StartJob } from '../job.ts';
import { composeServer, SQLITE_DURABILITY } from './compose-server.ts';
import { createWorkspace } from './create-workspace.ts';
import { type HeldRequests, holdRequests } from './hold-requests.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

const AT_ONCE = 256;
/** Longer than the wire allows, so that no wait ends while 100,000 are made; how long a wait is costs nothing. */
const WAIT_MS = 3_600_000;
const HOLD_MS_MAX = 20_000;

export const startJob: StartJob = async ({ directory }) => {
  const server = await composeServer({ directory, tools: 1, isPatient: true });
  const { plane } = server;
  const { project, createAgent } = await createWorkspace(plane);
  const { principal: agent, secret } = await createAgent('bench');
  const waiters = new CallWaiters(plane.store, plane.clock);
  const address = await server.listen();
  const held: HeldRequests[] = [];
  let watched = 0;
  let requested = 0;

  const submit = (callId: ToolCallId) =>
    submitCall(plane, agent, {
      callId,
      toolName: TOOL_NAME,
      params: TOOL_PARAMS,
      sessionId: null,
      note: null,
      idempotencyKey: null,
    });
  const hold = async (waiter: ReturnType<CallWaiters['attach']>) => {
    try {
      return await waiter.settled(WAIT_MS);
    } finally {
      waiter.detach();
    }
  };
  const addWatched = async () => {
    const callId = newId<ToolCallId>(plane.clock.now());
    const waiter = waiters.attach(callId);
    await submit(callId);
    void hold(waiter);
    watched += 1;
  };
  const addUnwatched = () => submit(newId<ToolCallId>(plane.clock.now()));

  const countPending = async (limit: number) => {
    const filter = { projectId: project.id, status: 'pending' } as const;
    return (await plane.store.listApprovals(filter, { limit, cursor: null })).items.length;
  };

  return {
    answers: {
      durability: () => SQLITE_DURABILITY,
      async addWatchedWaits(count) {
        await repeat(count, addWatched);
        if (waiters.size !== watched) throw new Error(`${waiters.size} of ${watched} waiters are left`);
        return count;
      },
      async addUnwatchedWaits(count) {
        await repeat(count, addUnwatched);
        return count;
      },
      async addHeldRequests(count) {
        held.push(await holdRequests({ address, projectId: project.id, secret, count }));
        requested += count;
        await until(async () => (await countPending(requested)) === requested);
        return count;
      },
    },
    async stop() {
      await Promise.all(held.map((requests) => requests.close()));
      waiters.close();
      await server.close();
    },
  };
};

async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, act));
  }
}

/** Nothing tells when the server has recorded the last of the requests that were sent. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + HOLD_MS_MAX;
  while (!(await isDone())) {
    if (performance.now() > endsAt) throw new Error(`requests were not recorded in ${HOLD_MS_MAX} ms`);
    await sleep(100);
  }
}
