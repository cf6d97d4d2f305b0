import type { AgentId, ProjectId, RunnerId, SessionId, TokenId, UserId } from '@countersign/contract';
import type { CallCaller, Person } from '@countersign/tool-call';
import type { Actor, TokenUse } from './ports/records.ts';

export type User = {
  readonly kind: 'user';
  readonly id: UserId;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly tokenId: TokenId;
  readonly use: TokenUse;
};

export type Agent = {
  readonly kind: 'agent';
  readonly id: AgentId;
  readonly name: string;
  readonly projectId: ProjectId;
  readonly ownerId: UserId;
  readonly defaultSessionId: SessionId;
  readonly tokenId: TokenId;
  /** On whose behalf it calls services, and the claims that say which tools it may use. */
  readonly caller: CallCaller;
};

export type Runner = {
  readonly kind: 'runner';
  readonly id: RunnerId;
  readonly name: string;
  readonly projectId: ProjectId;
  readonly machine: string;
  readonly tokenId: TokenId;
};

/** Whoever a credential stands for. */
export type Principal = User | Agent | Runner;

export function actorOf(principal: Principal): Actor {
  return `${principal.kind}:${principal.id}`;
}

export function personOf(user: User): Person {
  return { userId: user.id, name: user.name };
}
