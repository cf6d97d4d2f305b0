import type { ExecutionProfile, JsonObject } from '@countersign/contract';
import { compileProfile } from '../src/request/compile-profile.ts';
import { type RenderContext, renderRequest } from '../src/request/render-request.ts';
import type { RenderedRequest } from '../src/request/rendered-request.ts';
import { UpstreamFailure } from '../src/upstream-failure.ts';

/** A profile that says only what a test is about. */
export function profileOf(given: Partial<ExecutionProfile>): ExecutionProfile {
  return {
    mode: 'sync_http',
    method: 'GET',
    url_template: 'https://api.example.invalid/',
    timeout_seconds: 30,
    ...given,
  };
}

export function requestOf(
  given: Partial<ExecutionProfile>,
  args: JsonObject = {},
  context: RenderContext = {},
): RenderedRequest {
  return renderRequest(compileProfile(profileOf(given)), args, { uuid: () => 'UUID', ...context });
}

/** `code: message` of a request that is refused, `sent: …` of one that is not. */
export function refusalOf(
  given: Partial<ExecutionProfile>,
  args: JsonObject = {},
  context: RenderContext = {},
): string {
  try {
    return `sent: ${JSON.stringify(requestOf(given, args, context))}`;
  } catch (error) {
    if (error instanceof UpstreamFailure) return `${error.code}: ${error.message}`;
    throw error;
  }
}

export const someCredentials = {
  headers: { Authorization: 'Bearer real' },
  query: {},
  upstreamToken: 'real',
  secrets: ['real'],
};
