import type { JsonObject, TokenId } from '@countersign/contract';
import { type Agent, type AgentRecord, type ControlPlane, joinAgent } from '@countersign/control-plane';
import type { AccessRules } from '@countersign/policy';
import { callerOf, type IdentityFetch, IssuerRegistry, type VerifiedToken } from '@countersign/upstream';
import { upstreamLimits } from './limits.ts';

type Options = {
  readonly rules: () => AccessRules;
  readonly fetch?: IdentityFetch | undefined;
};

/** U3: agents that come with the token of an issuer which the access file names. */
export class ExternalAgents {
  readonly #plane: ControlPlane;
  readonly #options: Options;
  readonly #known = new Map<string, AgentRecord>();
  #registry: { readonly issuers: AccessRules['issuers']; readonly registry: IssuerRegistry } | null = null;

  constructor(plane: ControlPlane, options: Options) {
    this.#plane = plane;
    this.#options = options;
  }

  /** Null where it is no token of a known issuer; throws where it is one and is refused. */
  async identify(bearer: string): Promise<Agent | null> {
    const verified = await this.#issuers()?.verify(bearer);
    if (!verified) return null;
    this.#plane.redactor.learn(bearer);
    return principalOf(await this.#agentOf(verified), verified, bearer);
  }

  /** Made anew when the file has changed, and with it who may vouch. */
  #issuers(): IssuerRegistry | null {
    const { issuers } = this.#options.rules();
    if (issuers.length === 0) return null;
    if (this.#registry?.issuers !== issuers) {
      const { fetch } = this.#options;
      this.#registry = {
        issuers,
        registry: new IssuerRegistry(issuers, { now: () => this.#plane.clock.now(), fetch }),
      };
      this.#known.clear();
    }
    return this.#registry.registry;
  }

  async #agentOf(verified: VerifiedToken): Promise<AgentRecord> {
    const { externalId } = verified;
    const known = this.#known.get(externalId);
    if (known) return known;
    const agent = await joinAgent(this.#plane, verified);
    if (this.#known.size >= upstreamLimits.agentsKnownMax) this.#known.clear();
    this.#known.set(externalId, agent);
    return agent;
  }
}

function principalOf(agent: AgentRecord, verified: VerifiedToken, token: string): Agent {
  const { id, name, projectId, ownerId, defaultSessionId } = agent;
  return {
    kind: 'agent',
    id,
    name,
    projectId,
    ownerId,
    defaultSessionId,
    // There is no token of ours behind it; whoever asks for one finds none.
    tokenId: verified.sessionKey as TokenId,
    caller: { ...callerOf(verified, token), claims: verified.claims as JsonObject },
  };
}
