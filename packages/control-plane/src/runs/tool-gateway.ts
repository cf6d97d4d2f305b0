import type { CallStanding, Run, ToolGateway } from '@countersign/agent';
import { CountersignError, limits, type RunId, settledStatuses, type ToolCallId } from '@countersign/contract';
import { cutText } from '@countersign/policy';
import type { ToolCall } from '@countersign/tool-call';
import { toolsFor } from '../admission/may-use.ts';
import { cancelCall } from '../calls/cancel-call.ts';
import { type RunHere, submitCall } from '../calls/submit-call.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Agent } from '../principal.ts';
import { callStanding } from './call-standing.ts';
import { runLimits } from './limits.ts';
import { runAgent } from './run-agent.ts';

/** W2, L8: the one way from a run to tools: the same admission, gate and record as for any other agent. */
export function toolGateway(plane: ControlPlane, here?: RunHere): ToolGateway {
  const { store } = plane;
  const agents = new AgentsOfRuns(plane);
  return {
    async available(run) {
      return toolsFor(plane, await agents.of(run)).map(({ definition }) => definition);
    },

    async submit(run, { callId, toolName, args, note }) {
      const input = {
        callId,
        // A name that no tool can have is recorded as one that there is not, as far as it goes.
        toolName: cutText(toolName, limits.toolNameLengthMax),
        params: args,
        sessionId: run.sessionId,
        note: note === null || note === '' ? null : cutText(note, limits.agentNoteLengthMax).toWellFormed(),
        idempotencyKey: null,
        ...(run.turnId === null ? {} : { parentId: run.turnId }),
      };
      return standing(plane, await submitCall(plane, await agents.of(run), input, here));
    },

    async look(run, callIds) {
      const calls = await callsOf(plane, run, callIds);
      return standings(plane, calls);
    },

    /** Listens before it looks: what settled after the caller had looked is not missed. */
    async changed(run, callIds, signal) {
      const watched = new Set<string>(callIds);
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = store.subscribe((events) => {
        if (events.some(({ type, subjectId }) => type !== 'tool_call.output' && watched.has(subjectId))) resolve();
      });
      const abort = (): void => resolve();
      signal.addEventListener('abort', abort, { once: true });
      try {
        if (signal.aborted) return;
        const calls = await callsOf(plane, run, callIds);
        if (calls.some(({ state }) => settledStatuses.has(state.status))) return;
        await promise;
      } finally {
        stop();
        signal.removeEventListener('abort', abort);
      }
    },

    async cancel(run, callId, reason) {
      const agent = await agents.of(run);
      const name = cutText(`${agent.name}: ${reason}`, limits.errorLengthMax).toWellFormed();
      try {
        await cancelCall(plane, { ...agent, name }, run.projectId, callId);
      } catch (error) {
        // It was never submitted, or it is over.
        const isNothingToCancel =
          error instanceof CountersignError && (error.code === 'not_found' || error.code === 'illegal_transition');
        if (!isNothingToCancel) throw error;
      }
    },
  };
}

async function callsOf({ store }: ControlPlane, run: Run, callIds: readonly ToolCallId[]): Promise<ToolCall[]> {
  const calls = await store.findCalls(callIds);
  return calls.filter(({ request }) => request.sessionId === run.sessionId);
}

async function standing(plane: ControlPlane, call: ToolCall): Promise<CallStanding> {
  return (await standings(plane, [call]))[0]!;
}

async function standings({ store }: ControlPlane, calls: readonly ToolCall[]): Promise<CallStanding[]> {
  const asked = calls.filter(({ state }) => 'approvalId' in state && state.approvalId !== null).map(({ id }) => id);
  const approvals = asked.length === 0 ? [] : await store.listApprovalsOf(asked);
  const byCall = new Map(approvals.map((approval) => [approval.callId, approval]));
  return calls.map((call) => callStanding(call, byCall.get(call.id) ?? null));
}

/** Nothing of it ever changes; and it is the same object for a run, since rules keep what they found out about it with it. */
class AgentsOfRuns {
  readonly #plane: Pick<ControlPlane, 'store'>;
  readonly #agents = new Map<RunId, Agent>();

  constructor(plane: Pick<ControlPlane, 'store'>) {
    this.#plane = plane;
  }

  async of(run: Run): Promise<Agent> {
    const known = this.#agents.get(run.id);
    if (known) return known;
    const record = await this.#plane.store.findAgent(run.agentId);
    if (!record) throw new CountersignError('not_found', 'The agent of this run is gone.');
    if (this.#agents.size >= runLimits.agentsKeptMax) this.#agents.delete(this.#agents.keys().next().value!);
    const agent = runAgent(record, run);
    this.#agents.set(run.id, agent);
    return agent;
  }
}
