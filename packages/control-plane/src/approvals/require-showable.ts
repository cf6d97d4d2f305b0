import { CountersignError, type JsonObject } from '@countersign/contract';
import { isShowable } from '@countersign/policy';
import type { CallRequest } from '@countersign/tool-call';

/** A8: refuses to approve what nobody can have seen. It can still be rejected, and an edit can make it shorter. */
export function requireShowable({ toolName, params }: CallRequest): void {
  if (isShowable({ toolName, params: JSON.parse(params) as JsonObject })) return;
  throw new CountersignError(
    'cannot_show',
    'This call is too long to be shown, so nobody can approve it. Reject it and ask for smaller pieces.',
  );
}
