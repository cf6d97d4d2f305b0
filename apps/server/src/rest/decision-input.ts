import type { DecisionRequest, JsonObject } from '@countersign/contract';
import type { DecisionInput } from '@countersign/control-plane';

/** The wire form of a decision as the use case takes it; what is left out has its plain meaning. */
export function decisionInput(
  request: Omit<DecisionRequest, 'decision'> & Pick<DecisionRequest, 'decision'>,
): DecisionInput {
  return {
    verb: request.decision,
    feedback: request.feedback ?? null,
    modifiedArguments: (request.modified_arguments ?? null) as JsonObject | null,
    digest: request.digest ?? null,
    scope: request.scope ?? 'call',
    expiresInSeconds: request.expires_in_seconds ?? null,
  };
}
