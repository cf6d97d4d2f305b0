import type { Endpoint, EndpointId } from '@countersign/contract';
import { endpoints } from '@countersign/contract';
import type { Principal, User } from '@countersign/control-plane';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ServerContext } from '../server-context.ts';

type Shape<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'headers'> =
  E extends Record<Part, infer S> ? (S extends TSchema ? Static<S> : undefined) : undefined;

type PrincipalOf<E extends Endpoint> = E['access'] extends { to: 'open' }
  ? null
  : E['access'] extends { to: 'admin' }
    ? User
    : E['access'] extends { to: 'project'; kinds: readonly (infer K)[] }
      ? Extract<Principal, { kind: K }>
      : Principal;

/** A request as a handler sees it: checked against the endpoint's schemas, by someone who may make it. */
export type Asked<E extends Endpoint> = {
  readonly params: Shape<E, 'params'>;
  readonly query: Shape<E, 'query'>;
  readonly body: Shape<E, 'body'>;
  readonly headers: Shape<E, 'headers'>;
  readonly principal: PrincipalOf<E>;
  readonly cookieSecret: string | null;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
};

export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Handler<Id extends EndpointId> = (
  context: ServerContext,
  asked: Asked<(typeof endpoints)[Id]>,
) => Promise<Answer | null>;

export type Route = {
  readonly endpoint: Endpoint;
  readonly handle: (context: ServerContext, asked: Asked<Endpoint>) => Promise<Answer | null>;
};

/** Binds an endpoint to what it does. The answer null means that the handler has taken over the connection. */
export function route<Id extends EndpointId>(id: Id, handle: Handler<Id>): Route {
  return { endpoint: endpoints[id], handle: handle as Route['handle'] };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}
