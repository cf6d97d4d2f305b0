import { isDeepStrictEqual } from 'node:util';
import { CountersignError, canonicalJson, type JsonObject, type JsonValue } from '@countersign/contract';
import type { CallRequest, ToolCall } from '@countersign/tool-call';
import { admitCall } from '../admission/admit-call.ts';
import type { ControlPlane } from '../control-plane.ts';
import { writingTools } from '../previews/is-preview-wanted.ts';
import { restoreMasked } from './restore-masked.ts';

/** A1: edited arguments go through schema, validation and risk again, and are sealed anew; the original is kept. */
export function editRequest(
  plane: ControlPlane,
  { request }: ToolCall,
  modified: JsonObject | null,
): { readonly request: CallRequest; readonly changed: readonly string[] } {
  if (modified === null) {
    throw new CountersignError(
      'arguments_refused',
      'An edit needs modified_arguments: the whole arguments as they are to run.',
    );
  }
  const real = argumentsOf(request);
  const params = restoreMasked(modified, JSON.parse(request.params) as JsonObject, real);
  const admission = admitCall(
    plane,
    {
      agent: { id: request.agentId, ownerId: request.userId },
      caller: request.caller,
      session: { id: request.sessionId, projectId: request.projectId, machine: request.machine },
      toolName: request.toolName,
      params,
      note: request.agentNote,
      at: request.createdAt,
      expectedFiles: isAboutSameFiles(request.toolName, real, params) ? request.expectedFiles : [],
    },
    [],
  );
  if (admission.verdict === 'invalid') {
    throw new CountersignError('arguments_refused', admission.error, { errors: admission.error.split('; ') });
  }
  if (admission.assessment.outcome === 'deny') {
    throw new CountersignError(
      'arguments_refused',
      `Policy denies the edited call: ${admission.assessment.reasons.join(' ')}`,
      {
        rule_id: admission.assessment.ruleId,
      },
    );
  }
  return {
    request: { ...admission.request, originalParams: request.originalParams ?? request.params },
    // Compared unmasked, so that a changed secret is told too; by name, like everything else.
    changed: changedNames(real, argumentsOf(admission.request)),
  };
}

/** What names the files that a call stands on; another value of one of these, and what was shown is of no use. */
const namingArguments: readonly string[] = ['command', 'args', 'cmd', 'workdir'];

/** Whether the files that were shown still are those that the edited call would change or run. */
function isAboutSameFiles(toolName: string, before: JsonObject, after: JsonObject): boolean {
  const names = writingTools.has(toolName) ? ['path'] : namingArguments;
  return names.every((name) => isDeepStrictEqual(before[name], after[name]));
}

/** What is sealed while a call waits; once it is settled only the masked form is left. */
function argumentsOf({ sealedArguments, params }: CallRequest): JsonObject {
  return JSON.parse(sealedArguments ?? params) as JsonObject;
}

function changedNames(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (value: JsonValue | undefined): string => (value === undefined ? '' : canonicalJson(value));
  return [...names].filter((name) => text(before[name]) !== text(after[name]));
}
