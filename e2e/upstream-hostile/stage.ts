import type { ExecutionProfile, JsonObject } from '@countersign/contract';
import { fakeClock } from '@countersign/testing';
import {
  compileProfile,
  HttpSender,
  type RenderedRequest,
  renderRequest,
  type SenderOptions,
  UpstreamFailure,
} from '@countersign/upstream';
import { onTestFinished } from 'vitest';

/** What must never be heard by anyone but the service itself. */
export const secrets = ['token-of-the-agent', 'key-of-the-source', 'secret-in-the-body'];

const credentials = {
  headers: { 'X-API-Key': secrets[1]! },
  query: { api_key: secrets[1]! },
  upstreamToken: secrets[0]!,
  secrets,
};

/** A request that carries credentials in every way there is. */
export function loadedRequest(
  url: string,
  given: Partial<ExecutionProfile> = {},
  args: JsonObject = {},
): RenderedRequest {
  const method = given.method ?? 'GET';
  const compiled = compileProfile({
    mode: 'sync_http',
    url_template: url,
    headers_template: { Authorization: 'Bearer {{ upstream_token }}', Cookie: 'session={{ upstream_token }}' },
    timeout_seconds: 30,
    ...(method === 'GET' ? {} : { body_template: `{"password": "${secrets[2]}"}` }),
    ...given,
    method,
  });
  return renderRequest(compiled, args, { credentials });
}

/** A sender whose clock stands still unless it is given another; closed when the test is over. */
export function aSender(options: Partial<SenderOptions> = {}): HttpSender {
  const sender = new HttpSender({ rules: { allowPrivate: true }, clock: fakeClock(), ...options });
  onTestFinished(() => sender.close());
  return sender;
}

export async function failureOf(work: Promise<unknown>): Promise<UpstreamFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error;
    throw error;
  }
  throw new Error('It should have failed.');
}
