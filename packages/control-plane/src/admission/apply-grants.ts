import type { JsonObject } from '@countersign/contract';
import { grantCovers } from '@countersign/policy';
import type { Assessment } from '../ports/gate.ts';
import type { GrantRecord } from '../ports/records.ts';

/** A2: a remembered decision can answer what would be asked. It never outranks a deny. */
export function applyGrants(
  assessment: Assessment,
  call: { readonly toolName: string; readonly args: JsonObject },
  grants: readonly GrantRecord[],
): GrantRecord | null {
  if (assessment.outcome !== 'ask') return null;
  return grants.find((grant) => grantCovers(grant.matcher, call.toolName, call.args)) ?? null;
}
