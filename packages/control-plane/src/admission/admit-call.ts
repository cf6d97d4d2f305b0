import { canonicalJson, type JsonObject, limits } from '@countersign/contract';
import { cutText, isShowable, makeVisible } from '@countersign/policy';
import type { CallRequest } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { Assessment } from '../ports/gate.ts';
import type { GrantRecord } from '../ports/records.ts';
import { applyGrants } from './apply-grants.ts';
import { resolveArguments } from './resolve-arguments.ts';
import { resolveTool } from './resolve-tool.ts';
import { type Asked, sealRequest } from './seal-request.ts';

export type Admission =
  | { readonly verdict: 'invalid'; readonly request: CallRequest; readonly error: string }
  | {
      readonly verdict: 'judged';
      readonly request: CallRequest;
      readonly assessment: Assessment;
      /** The remembered decision that answers for a human, if there is one. */
      readonly grant: GrantRecord | null;
    };

/** Resolve tool -> validate -> judge -> grants -> seal. Recording is the caller's, in the same breath. */
export function admitCall(plane: ControlPlane, asked: Asked, grants: readonly GrantRecord[]): Admission {
  const tool = resolveTool(plane, asked.toolName, asked.caller?.claims ?? null);
  if (!tool.ok) return invalid(plane, asked, '', tool.error);
  const resolved = resolveArguments(tool.value, asked.params);
  if (!resolved.ok) return invalid(plane, asked, tool.value.version, resolved.error);
  const { definition, version } = tool.value;
  const { args } = resolved.value;
  const assessment = masked(
    plane,
    plane.gate.assess({
      tool: definition,
      arguments: args,
      projectId: asked.session.projectId,
      sessionId: asked.session.id,
      agentId: asked.agent.id,
    }),
  );
  const request = sealRequest(plane, asked, resolved.value, {
    toolVersion: version,
    target: definition.target,
    executionTimeoutMs: definition.executionTimeoutMs,
    riskLevel: assessment.riskLevel,
    ruleId: assessment.ruleId,
    reasons: assessment.reasons,
    network: assessment.network,
    // Whoever runs it for a service has to say on whose behalf.
    caller: definition.upstream ? asked.caller : null,
  });
  return {
    verdict: 'judged',
    request,
    assessment,
    // A8: what nobody could have been shown, nobody has agreed to beforehand either.
    grant: isShowable({ toolName: definition.name, params: args })
      ? applyGrants(assessment, { toolName: definition.name, toolVersion: version, arguments: args }, grants)
      : null,
  };
}

/** Reasons quote the arguments that will run, and are stored and shown. */
function masked({ redactor }: ControlPlane, assessment: Assessment): Assessment {
  return { ...assessment, reasons: assessment.reasons.map((reason) => redactor.text(reason)) };
}

/** A call that never gets as far as being judged is recorded too: as what was asked, at the highest risk. */
function invalid(plane: ControlPlane, asked: Asked, toolVersion: string, error: string): Admission {
  const judged = {
    toolVersion,
    target: 'runner',
    executionTimeoutMs: 0,
    riskLevel: 'HIGH',
    ruleId: 'validation',
    reasons: [],
    network: false,
    caller: null,
  } as const;
  const args = recordable(asked.params);
  const request = sealRequest(plane, asked, { args, sealed: canonicalJson(args) }, judged);
  return {
    verdict: 'invalid',
    request,
    error: cutText(makeVisible(plane.redactor.text(error)), limits.errorLengthMax),
  };
}

function recordable(params: JsonObject): JsonObject {
  try {
    canonicalJson(params);
    return params;
  } catch {
    return JSON.parse(JSON.stringify(params).replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\\ufffd')) as JsonObject;
  }
}
