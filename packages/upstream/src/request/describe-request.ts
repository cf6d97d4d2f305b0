import type { HttpMethod, JsonObject } from '@countersign/contract';
import type { CompiledProfile } from './compile-profile.ts';
import { renderRequest } from './render-request.ts';
import type { Header } from './rendered-request.ts';

/** What stands in place of a secret wherever a request is shown. */
const hiddenCredential = '***REDACTED***';
const laterUuid = 'uuid-made-when-sent';

/** A request for people: the same rendering, without anything secret. */
export type RequestDescription = {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
};

/** Where the source puts its credentials; all of them are shown as hidden. */
export type CredentialPlaces = {
  readonly headers?: readonly string[];
  readonly query?: readonly string[];
  /** False where the source has no token that templates could use. */
  readonly hasToken?: boolean;
};

/** For approvers: just the request that would be sent, with credentials hidden. Refused where that one would be. */
export function describeRequest(
  compiled: CompiledProfile,
  args: JsonObject,
  { headers = [], query = [], hasToken = true }: CredentialPlaces = {},
): RequestDescription {
  const hidden = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, hiddenCredential]));
  const request = renderRequest(compiled, args, {
    credentials: {
      headers: hidden(headers),
      query: hidden(query),
      upstreamToken: hasToken ? hiddenCredential : null,
      secrets: [],
    },
    idempotencyKey: laterUuid,
    uuid: () => laterUuid,
  });
  const { body } = request;
  const { method, url, headers: shown } = request;
  return { method, url, headers: shown, body: body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body };
}
