import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { PrincipalKind } from '../schemas/principal.ts';

/**
 * Who may call an endpoint.
 * `open`: no credential. `signed_in`: any valid credential. `admin`: a user who is an administrator.
 * `project`: the named kinds of principal, if they belong to the project in the path; anyone else finds nothing there.
 */
export type Access =
  | { readonly to: 'open' }
  | { readonly to: 'signed_in' }
  | { readonly to: 'admin' }
  | { readonly to: 'project'; readonly kinds: readonly PrincipalKind[] };

export type Endpoint = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify form: `/a/:b`. Written `/a/{b}` in OpenAPI. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Where more than usual may be sent. */
  readonly bodyBytesMax?: number;
  /** Answers by status; `null` for an empty body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** Content type of the answers where it is not JSON. */
  readonly contentType?: string;
  readonly errors: readonly ErrorCode[];
};

/** Keeps the literal types of a declaration, so that handlers and the client are typed by it. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

export const open = { to: 'open' } as const satisfies Access;
export const signedIn = { to: 'signed_in' } as const satisfies Access;
export const admin = { to: 'admin' } as const satisfies Access;
export function inProject<const K extends readonly PrincipalKind[]>(
  ...kinds: K
): { readonly to: 'project'; readonly kinds: K } {
  return { to: 'project', kinds };
}
