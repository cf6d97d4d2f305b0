import type { ToolView } from '@countersign/contract';
import type { ControlPlane } from '../control-plane.ts';
import type { RegisteredTool } from '../ports/tool-registry.ts';

/** A tool as the list has it, with its whole schema and where it runs. */
export function toolView({ gate }: Pick<ControlPlane, 'gate'>, { definition, version }: RegisteredTool): ToolView {
  const { outcome, riskLevel, approvalTimeoutSeconds } = gate.outlook(definition);
  return {
    name: definition.name,
    description: definition.description,
    parameters: (definition.inputSchema.properties ?? {}) as Record<string, unknown>,
    input_schema: definition.inputSchema,
    version,
    target: definition.target,
    source: definition.upstream?.source ?? 'builtin',
    requires_approval: outcome === 'ask',
    risk_level: riskLevel,
    timeout_seconds: outcome === 'ask' ? (approvalTimeoutSeconds ?? 0) : 0,
  };
}
