import type { ToolCallId } from '@countersign/contract';
import { type ControlPlane, type FeedEvent, maskTexts, projectEvent, type Runner } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { Logger } from 'pino';
import { limits } from '../limits.ts';
import { runnerFrame } from './runner-frame.ts';
import { type Frame, frameOf, unplaced, type Viewer } from './viewer.ts';

type Attached = { readonly viewer: Viewer; cursor: number; backlog: Frame[] | null };

/**
 * One log feeds every viewer of this process. Events arrive in order from the store, are turned into messages once,
 * and go to those they concern: users by project, agents by their own calls, runners by what they may execute.
 */
export class EventHub {
  readonly #plane: ControlPlane;
  readonly #log: Logger;
  readonly #topics = new Map<string, Set<Attached>>();
  readonly #queue: (readonly FeedEvent[])[] = [];
  #pumping = false;
  #isClosed = false;
  #dispatched = 0;
  #unsubscribe: () => void = () => undefined;
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(plane: ControlPlane, log: Logger) {
    this.#plane = plane;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#unsubscribe = this.#plane.store.subscribe((events) => {
      this.#queue.push(events);
      if (!this.#pumping) void this.#pump();
    });
    this.#dispatched = Math.max(this.#dispatched, await this.#plane.store.headSeq());
    this.#heartbeat = setInterval(
      () => void this.#each([...this.#all()], ({ viewer }) => viewer.beat()),
      limits.heartbeatMs,
    );
    this.#heartbeat.unref();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    for (const { viewer } of [...this.#all()]) viewer.cut();
    this.#topics.clear();
  }

  /** How many are looking. */
  get size(): number {
    let size = 0;
    for (const members of this.#topics.values()) size += members.size;
    return size;
  }

  /** The number of the newest event that was handed out: where a viewer starts that asks for no past. */
  get position(): number {
    return this.#dispatched;
  }

  /**
   * Joins a viewer after a place in the log: what it missed is read from the log, what happens meanwhile is kept,
   * and every message reaches it once and in order. Returns how to leave.
   */
  async attach(viewer: Viewer, after: number | null): Promise<() => void> {
    const topic = topicOf(viewer);
    const attached: Attached = { viewer, cursor: after ?? this.#dispatched, backlog: [] };
    const members = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, members.add(attached));
    let callOff = (): void => undefined;
    const leave = (): void => {
      callOff();
      members.delete(attached);
      if (members.size === 0 && this.#topics.get(topic) === members) this.#topics.delete(topic);
    };
    try {
      callOff = await this.#endWithToken(viewer);
      if (viewer.principal.kind === 'runner') await this.#offerClaimable(attached);
      else await this.#catchUp(attached);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Who may no longer look is cut off. Read after joining, so that no revocation slips in between. */
  async #endWithToken(viewer: Viewer): Promise<() => void> {
    const expiresAt = await this.#expiryOf(viewer);
    return expiresAt === null ? () => undefined : this.#plane.clock.at(expiresAt, () => viewer.cut());
  }

  /** The token of an issuer is not ours to look up: it ends when it says so. */
  async #expiryOf(viewer: Viewer): Promise<number | null> {
    const { principal } = viewer;
    if (principal.kind === 'agent' && principal.caller.token !== null) return principal.caller.tokenExpiresAt;
    const { store } = this.#plane;
    const token = await store.findToken(principal.tokenId);
    if (token?.revokedAt !== null) viewer.cut();
    if (principal.kind === 'user' && !(await store.findMember(viewer.projectId, principal.id))) viewer.cut();
    return token?.expiresAt ?? null;
  }

  /** Runners need no past: what they may still take is in the table, whatever they missed. */
  async #offerClaimable(attached: Attached): Promise<void> {
    const { viewer } = attached;
    if (viewer.principal.kind !== 'runner') return;
    const { projectId, machine } = viewer.principal;
    const calls = await this.#plane.store.listClaimable(projectId, machine, limits.claimableMax);
    for (const call of calls) {
      if (viewer.isGone()) return;
      if (!isInSession(viewer, call.request.sessionId)) continue;
      const frame = this.#runnerFrame(viewer.principal, { seq: attached.cursor, type: 'tool_call.approved' }, call);
      if (frame && !viewer.write(unplaced(frame))) await viewer.drained();
    }
    this.#flush(attached);
  }

  async #catchUp(attached: Attached): Promise<void> {
    const { viewer } = attached;
    while (!viewer.isGone()) {
      const events = await this.#plane.store.listEvents({
        after: attached.cursor,
        limit: limits.catchUpPage,
        projectId: viewer.projectId,
        ...(viewer.sessionId === null ? {} : { chainId: viewer.sessionId }),
      });
      const calls = await this.#callsOf(events);
      for (const event of events) {
        const frame = concerns(viewer, event, calls.get(event.subjectId))
          ? this.#frame(event, calls.get(event.subjectId))
          : null;
        attached.cursor = event.seq;
        if (frame && !viewer.write(frame)) await viewer.drained();
      }
      if (events.length === limits.catchUpPage) continue;
      // A backlog that overflowed was dropped: what it held is in the log by now.
      if (attached.backlog !== null && attached.backlog.length <= limits.catchUpFramesMax) return this.#flush(attached);
      attached.backlog = [];
    }
  }

  #flush(attached: Attached): void {
    const { backlog } = attached;
    attached.backlog = null;
    for (const frame of backlog ?? []) this.#deliver(attached, frame);
  }

  #deliver(attached: Attached, frame: Frame): void {
    if (attached.backlog !== null) {
      if (attached.backlog.length <= limits.catchUpFramesMax) attached.backlog.push(frame);
      return;
    }
    if (frame.message.id <= attached.cursor && attached.viewer.principal.kind !== 'runner') return;
    attached.cursor = frame.message.id;
    if (!attached.viewer.write(frame)) attached.viewer.cut();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    try {
      for (let events = this.#queue.shift(); events && !this.#isClosed; events = this.#queue.shift()) {
        const calls = await this.#callsOf(events);
        for (const event of events) {
          const pending = this.#dispatch(event, calls.get(event.subjectId));
          if (pending) await pending;
          this.#dispatched = event.seq;
        }
      }
    } catch (error) {
      // Nobody looks any more, and the store may be closed by now.
      if (this.#isClosed) return;
      // Viewers that missed something resume from the log: cutting them all is the safe answer.
      this.#log.error({ err: error }, 'event dispatch failed; viewers are cut off and will resume');
      for (const { viewer } of [...this.#all()]) viewer.cut();
    } finally {
      this.#pumping = false;
    }
  }

  #dispatch(event: FeedEvent, call: ToolCall | undefined): Promise<void> | null {
    if (event.type === 'token.revoked') this.#cutToken(event.subjectId);
    if (event.type === 'member.removed') this.#cutMember(event);
    if (event.projectId === null) return null;
    const users = this.#topics.get(`user:${event.projectId}`);
    const agents = call && this.#topics.get(`agent:${call.request.agentId}`);
    const runners = call && this.#topics.get(`runner:${event.projectId}`);
    for (const attached of runners ?? []) {
      const { principal } = attached.viewer;
      if (!isInSession(attached.viewer, event.chainId)) continue;
      const frame = principal.kind === 'runner' ? this.#runnerFrame(principal, event, call!) : null;
      if (frame) this.#deliver(attached, frame);
    }
    if (!users && !agents) return null;
    const frame = this.#frame(event, call);
    if (!frame) return null;
    const audience = [...(users ?? []), ...(agents ?? [])];
    return this.#each(audience, (attached) => {
      if (concerns(attached.viewer, event, call)) this.#deliver(attached, frame);
    });
  }

  /** In pieces, so that the loop stays free; a small audience is served at once. */
  #each(audience: readonly Attached[], act: (attached: Attached) => void, from = 0): Promise<void> | null {
    const end = Math.min(from + limits.viewersPerTurn, audience.length);
    for (let index = from; index < end; index += 1) act(audience[index]!);
    if (end === audience.length) return null;
    return new Promise((resolve) => {
      setImmediate(() => resolve(this.#each(audience, act, end) ?? undefined));
    });
  }

  /** A call whose arguments cannot be opened here is offered to nobody; the others go on. */
  #runnerFrame(runner: Runner, event: Pick<FeedEvent, 'seq' | 'type'>, call: ToolCall): Frame | null {
    try {
      return runnerFrame(this.#plane, runner, event, call);
    } catch (error) {
      this.#log.error({ err: error, tool_id: call.id }, 'a call could not be offered to a runner');
      return null;
    }
  }

  #frame(event: FeedEvent, call: ToolCall | undefined): Frame | null {
    const message = projectEvent(event, call ?? null);
    return message && frameOf(maskTexts(this.#plane.redactor, message));
  }

  /** The calls that a run of events is about, read in one go where this process did not make the change itself. */
  async #callsOf(events: readonly FeedEvent[]): Promise<Map<string, ToolCall>> {
    const calls = new Map<string, ToolCall>();
    const missing = new Set<ToolCallId>();
    for (const { type, subjectId, call } of events) {
      if (call?.id === subjectId) calls.set(subjectId, call);
      else if (type.startsWith('tool_call.') || type.startsWith('approval.')) missing.add(subjectId as ToolCallId);
    }
    if (missing.size > 0) for (const call of await this.#plane.store.findCalls([...missing])) calls.set(call.id, call);
    return calls;
  }

  #cutToken(tokenId: string): void {
    for (const { viewer } of [...this.#all()]) if (viewer.principal.tokenId === tokenId) viewer.cut();
  }

  #cutMember({ projectId, data }: FeedEvent): void {
    const users = this.#topics.get(`user:${projectId}`);
    for (const { viewer } of [...(users ?? [])]) if (viewer.principal.id === data.user_id) viewer.cut();
  }

  *#all(): Iterable<Attached> {
    for (const members of this.#topics.values()) yield* members;
  }
}

function topicOf({ principal, projectId }: Viewer): string {
  switch (principal.kind) {
    case 'user':
      return `user:${projectId}`;
    case 'agent':
      return `agent:${principal.id}`;
    case 'runner':
      return `runner:${projectId}`;
  }
}

function isInSession(viewer: Viewer, sessionId: string): boolean {
  return viewer.sessionId === null || viewer.sessionId === sessionId;
}

function concerns(viewer: Viewer, event: FeedEvent, call: ToolCall | undefined): boolean {
  if (!isInSession(viewer, event.chainId)) return false;
  return viewer.principal.kind === 'user' || call?.request.agentId === viewer.principal.id;
}
