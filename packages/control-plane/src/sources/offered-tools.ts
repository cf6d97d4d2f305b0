import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceId, ToolDefinition } from '@countersign/contract';
import { toolVersion } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import { maskTexts } from '../mask-texts.ts';
import type { UpstreamToolRecord } from '../ports/records.ts';
import { redactionMarker } from '../ports/redactor.ts';
import type { Inventory } from '../ports/source-importer.ts';
import { sourceLimits } from './limits.ts';

export type OfferedTools = {
  readonly tools: readonly UpstreamToolRecord[];
  readonly leftOut: Inventory['leftOut'];
};

/**
 * G8: what was found, as it is kept. Secrets in it are masked before the version is taken, so that what is stored is
 * what the version stands for. A request with a masked part would be sent like that: such a tool is left out.
 */
export async function offeredTools(
  { redactor }: Pick<ControlPlane, 'redactor'>,
  sourceId: SourceId,
  inventory: Inventory,
  at: number,
): Promise<OfferedTools> {
  const tools: UpstreamToolRecord[] = [];
  const leftOut = [...inventory.leftOut];
  for (const [index, found] of inventory.tools.entries()) {
    if (index > 0 && index % sourceLimits.toolsPerTurn === 0) await nextTurn();
    const definition = maskTexts(redactor, found);
    if (holdsSecret(found, definition)) {
      leftOut.push({
        operation: found.upstream?.remote_name ?? found.name,
        reason:
          'Its request holds a secret. Take it out, store it with `countersign secrets set NAME`, and name it in the auth of the source.',
      });
      continue;
    }
    const version = toolVersion(definition);
    const state = { isEnabled: true, deprecatedAt: null, updatedAt: at };
    tools.push({ name: definition.name, sourceId, definition, version, ...state });
  }
  return { tools, leftOut };
}

function holdsSecret(found: ToolDefinition, masked: ToolDefinition): boolean {
  if (found === masked || found.upstream === masked.upstream) return false;
  return JSON.stringify(masked.upstream?.profile ?? null).includes(redactionMarker);
}
