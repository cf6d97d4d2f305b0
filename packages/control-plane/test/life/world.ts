import { CountersignError, type JsonObject } from '@countersign/contract';
import { anAnnouncement, type FakeClock } from '@countersign/testing';
import type { ToolCall } from '@countersign/tool-call';
import {
  advanceDueCalls,
  announceRunner,
  type ControlPlane,
  cancelCall,
  claimCall,
  decideApproval,
  executionOrder,
  renewLease,
  reportUndone,
  settleCall,
  submitCall,
  submitOutput,
  submitPreview,
} from '../../src/index.ts';
import { addCast, type Cast, openPlane } from '../plane.ts';
import { type Act, badEdit, type Kind } from './model.ts';

/** The real thing that a model is compared with: two processes on one database. */
export class World {
  readonly clock: FakeClock;
  readonly #url: string;
  #planes: ControlPlane[];
  #cast: Cast;
  /** Calls in the order of their submission, as first answered. */
  readonly calls: ToolCall[] = [];
  /** Digests of the orders that a runner was given to execute, by call. */
  readonly executed = new Map<string, string[]>();

  constructor(url: string, clock: FakeClock, planes: ControlPlane[], cast: Cast) {
    this.#url = url;
    this.clock = clock;
    this.#planes = planes;
    this.#cast = cast;
  }

  static async open(url: string, clock: FakeClock): Promise<World> {
    const planes = [await openPlane(url, clock), await openPlane(url, clock)];
    return new World(url, clock, planes, await addCast(planes[0]!));
  }

  get plane(): ControlPlane {
    return this.#planes[0]!;
  }

  get cast(): Cast {
    return this.#cast;
  }

  /** How each call stands, and after how many changes, in the order of their submission. */
  async found(): Promise<string[]> {
    const rows = await this.plane.store.findCalls(this.calls.map(({ id }) => id));
    const byId = new Map(rows.map(({ id, state, version }) => [id, `${state.status} after ${version - 1}`]));
    return this.calls.map(({ id }) => byId.get(id) ?? 'lost');
  }

  async close(): Promise<void> {
    await Promise.all(this.#planes.map((plane) => plane.store.close()));
  }

  async restart(): Promise<void> {
    await this.close();
    this.#planes = [await openPlane(this.#url, this.clock), await openPlane(this.#url, this.clock)];
  }

  /** The answer in the words of the model. `process` says which of the two does it. */
  async perform(act: Act, process: number): Promise<string> {
    try {
      return await this.#do(this.#planes[process % 2]!, act);
    } catch (error) {
      if (error instanceof CountersignError) return error.code;
      throw error;
    }
  }

  async #do(plane: ControlPlane, act: Act): Promise<string> {
    const { projectId, agent, otherAgent, ada, bob, runner, otherRunner } = this.#cast;
    if (act.act === 'sweep') {
      await advanceDueCalls(plane);
      return 'ok';
    }
    if (act.act === 'submit') return this.#submit(plane, act.kind, act.key);
    const by = 'runner' in act && act.runner === 1 ? otherRunner : runner;
    if (act.act === 'announce') {
      await announceRunner(plane, by, anAnnouncement);
      return 'ok';
    }
    const call = this.calls[act.call]!;
    switch (act.act) {
      case 'decide': {
        const now = (await plane.store.findCall(projectId, call.id))!;
        const approvalId = 'approvalId' in now.state ? now.state.approvalId : null;
        if (approvalId === null) return 'not_found';
        const modifiedArguments = act.verb === 'edit' ? edits[act.edit]! : null;
        const plain = { feedback: null, digest: null, scope: 'call', expiresInSeconds: null } as const;
        const input = { verb: act.verb, modifiedArguments, ...plain };
        const user = act.user === 0 ? ada : bob;
        return (await decideApproval(plane, user, { projectId, approvalId }, input)).call.state.status;
      }
      case 'claim': {
        const claimed = await claimCall(plane, by, call.id);
        const order = executionOrder(plane, claimed)!.order;
        this.executed.set(call.id, [...(this.executed.get(call.id) ?? []), order.digest]);
        return claimed.state.status;
      }
      case 'renew':
        return (await renewLease(plane, by, call.id, act.fence)).state.status;
      case 'report': {
        const { status, fence, word } = act;
        const said = {
          result: status === 'completed' ? { word } : null,
          error: status === 'failed' ? `error ${word}` : null,
        };
        const report = { status, fence, errorType: null, executionTimeMs: null, ...said };
        return (await settleCall(plane, by, call.id, report)).state.status;
      }
      case 'preview': {
        const file = { path: 'src/a.txt', sha256: String(act.word).repeat(64), size: 1, text: 'a' };
        return (await submitPreview(plane, by, call.id, [file])).state.status;
      }
      case 'print': {
        const chunk = { stream: 'stdout', offset: 0, text: 'line\n'.repeat(act.lines) } as const;
        return (await submitOutput(plane, by, call.id, act.fence, [chunk])).state.status;
      }
      case 'undo':
        return (await reportUndone(plane, by, call.id, { path: 'src/a.txt', sha256: null })).state.status;
      case 'cancel':
        return (await cancelCall(plane, act.isForeign ? otherAgent : agent, projectId, call.id)).state.status;
    }
  }

  async #submit(plane: ControlPlane, kind: Kind, key: number | null): Promise<string> {
    const call = await submitCall(plane, this.#cast.agent, {
      ...requests[kind],
      sessionId: null,
      note: null,
      idempotencyKey: key === null ? null : `key ${key}`,
    });
    if (!this.calls.some(({ id }) => id === call.id)) this.calls.push(call);
    return call.state.status;
  }
}

const requests: Record<Kind, { toolName: string; params: JsonObject }> = {
  low: { toolName: 'read_file', params: { path: 'a' } },
  medium: { toolName: 'write_file', params: { path: 'src/a.txt' } },
  denied: { toolName: 'forbidden', params: { path: 'a' } },
  invalid: { toolName: 'write_file', params: { pth: 'a' } },
};

const edits: readonly JsonObject[] = [
  { path: 'src/b.txt' },
  { path: 'src/c.txt' },
  { path: 'src/a.txt', content: 'x' },
  { [`bad ${badEdit}`]: 1 },
];
