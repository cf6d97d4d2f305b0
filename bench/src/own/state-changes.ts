/**
 * Goal 8: one durable state change of a call with its event, through `Store.commit`. The event's payload and the number
 * of calls are the baselines'. A call goes to and fro between two states, so that every index of a real move is written;
 * the store asks only that the version is the next.
 */
import { type ApprovalId, newId } from '@countersign/contract';
import type { Change } from '@countersign/control-plane';
import { openStore } from '@countersign/store';
import type { Job } from '../job.ts';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

type Call = Extract<Change['guard'], { kind: 'call' }>['call'];

const CALLS = 5_000;
const EVENT_DATA = { kind: 'call.approved', note: 'x'.repeat(300) };
const PARAMS = JSON.stringify(TOOL_PARAMS);

export async function startStateChanges(databaseUrl: string, durability: string): Promise<Job> {
  const store = await openStore(databaseUrl);
  const commit = async (call: Call) => {
    const { ok } = await store.commit({ guard: { kind: 'call', call }, events: [eventOf(call)] });
    if (!ok) throw new Error('the call was changed by someone else');
  };
  const request = createRequest();
  const calls = Array.from({ length: CALLS }, () => createCall(request));
  await Promise.all(calls.map(commit));

  let changes = 0;
  return {
    operations: {
      change() {
        const place = changes++ % CALLS;
        calls[place] = changed(calls[place]!);
        return commit(calls[place]);
      },
    },
    answers: { durability: () => durability },
    stop: () => store.close(),
  };
}

function createRequest(): Call['request'] {
  return {
    projectId: newId(),
    sessionId: newId(),
    userId: newId(),
    agentId: newId(),
    toolName: TOOL_NAME,
    toolVersion: 'a'.repeat(16),
    target: 'server',
    machine: null,
    network: false,
    expectedFiles: [],
    sealedArguments: PARAMS,
    caller: null,
    params: PARAMS,
    originalParams: null,
    digest: 'b'.repeat(64),
    policyVersion: 'name-gate-1',
    riskLevel: 'HIGH',
    ruleId: 'default.high',
    reasons: [`${TOOL_NAME} is not in the risk matrix, so it counts as HIGH.`],
    description: `${TOOL_NAME} Oslo`,
    agentNote: null,
    executionTimeoutMs: 30_000,
    createdAt: Date.now(),
  };
}

function createCall(request: Call['request']): Call {
  return { id: newId(), version: 1, request, state: waiting(newId()) };
}

function changed(call: Call): Call {
  const version = call.version + 1;
  if (call.state.status === 'approved') return { ...call, version, state: waiting(call.state.approvalId!) };
  if (call.state.status !== 'awaiting_approval') throw new Error('a call is in neither of its two states');
  const now = Date.now();
  const { approvalId } = call.state;
  const basis = { kind: 'human', by: { userId: call.request.userId, name: 'bench' } } as const;
  const state = { approvalId, basis, approvedAt: now, nonce: 'n'.repeat(22), claimBy: now + 60_000 };
  return { ...call, version, state: { status: 'approved', ...state } };
}

function waiting(approvalId: ApprovalId): Call['state'] {
  return { status: 'awaiting_approval', approvalId, deadlineAt: Date.now() + 600_000 };
}

function eventOf({ id, request }: Call): Change['events'][number] {
  const { projectId, sessionId } = request;
  return {
    chainId: sessionId,
    projectId,
    type: 'tool_call.approved',
    subjectId: id,
    parentId: sessionId,
    actor: 'system',
    at: Date.now(),
    data: EVENT_DATA,
  };
}
