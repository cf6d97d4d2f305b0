import type { AgentId, EventType, ProjectId, RunnerId, UserId } from '@countersign/contract';
import type { Clock } from '../ports/clock.ts';
import type { TokenRecord, TokenUse } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';
import type { Principal } from '../principal.ts';
import { agentCaller } from './agent-caller.ts';
import { hashSecret } from './secrets.ts';

type Known = { readonly token: TokenRecord; readonly principal: Principal; readonly until: number };

const knownMax = 10_000;
/** A revocation reaches every process by its event; should that be late, by this. */
const knownForMs = 5_000;

const takesAway: ReadonlySet<EventType> = new Set(['token.revoked', 'link.followed', 'member.removed']);

/** Tells who a secret stands for, and who belongs to a project. Remembers both for a moment. */
export class Authenticator {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #learn: (secret: string) => void;
  readonly #principals = new Map<string, Known>();
  readonly #members = new Map<string, number>();
  readonly #unsubscribe: () => void;
  #revocations = 0;

  /** `learn` is told every secret that proved to be one, before anything is done for who sent it. */
  constructor(store: Store, clock: Clock, learn: (secret: string) => void = () => undefined) {
    this.#store = store;
    this.#clock = clock;
    this.#learn = learn;
    this.#unsubscribe = store.subscribe((events) => {
      if (!events.some(({ type }) => takesAway.has(type))) return;
      this.#revocations += 1;
      this.#principals.clear();
      this.#members.clear();
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  async identify(secret: string, use: TokenUse): Promise<Principal | null> {
    const hash = hashSecret(secret);
    const now = this.#clock.now();
    let known = this.#principals.get(hash);
    if (!known || known.until <= now) {
      const revocations = this.#revocations;
      const found = await this.#find(hash, now);
      if (!found) return null;
      known = found;
      this.#learn(secret);
      if (this.#principals.size >= knownMax) this.#principals.clear();
      // What was read before a revocation may be what was revoked: it is good for this request, but not remembered.
      if (revocations === this.#revocations) this.#principals.set(hash, known);
    }
    const { token, principal } = known;
    return token.use === use && token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now)
      ? principal
      : null;
  }

  /** A5: users enter the projects they are members of; agents and runners only their own. */
  async belongsTo(principal: Principal, projectId: ProjectId): Promise<boolean> {
    if (principal.kind !== 'user') return principal.projectId === projectId;
    const key = `${projectId}/${principal.id}`;
    const now = this.#clock.now();
    if ((this.#members.get(key) ?? 0) > now) return true;
    const revocations = this.#revocations;
    const member = await this.#store.findMember(projectId, principal.id);
    if (!member) return false;
    if (this.#members.size >= knownMax) this.#members.clear();
    // As for a principal: what was read before somebody was taken out is not remembered.
    if (revocations === this.#revocations) this.#members.set(key, now + knownForMs);
    return true;
  }

  async #find(hash: string, now: number): Promise<Known | null> {
    const token = await this.#store.findTokenByHash(hash);
    if (!token) return null;
    const principal = await this.#principalOf(token);
    return principal && { token, principal, until: now + knownForMs };
  }

  async #principalOf(token: TokenRecord): Promise<Principal | null> {
    const tokenId = token.id;
    switch (token.kind) {
      case 'user': {
        const user = await this.#store.findUser(token.principalId as UserId);
        return user && { kind: 'user', id: user.id, name: user.name, isAdmin: user.isAdmin, tokenId, use: token.use };
      }
      case 'agent': {
        const agent = await this.#store.findAgent(token.principalId as AgentId);
        if (!agent) return null;
        const { id, name, projectId, ownerId, defaultSessionId } = agent;
        const caller = agentCaller(agent, tokenId);
        return { kind: 'agent', id, name, projectId, ownerId, defaultSessionId, tokenId, caller };
      }
      case 'runner': {
        const runner = await this.#store.findRunner(token.principalId as RunnerId);
        return (
          runner && {
            kind: 'runner',
            id: runner.id,
            name: runner.name,
            projectId: runner.projectId,
            machine: runner.machine,
            tokenId,
          }
        );
      }
    }
  }
}
