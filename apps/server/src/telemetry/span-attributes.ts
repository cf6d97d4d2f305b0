import type { SpanAttributes } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import type { CallFacts } from './call-facts.ts';

/** What the span of a call says: the conventions for generative AI, and the names that dashboards of tools know. */
export function executionAttributes({ id }: ToolCall, facts: CallFacts): SpanAttributes {
  const { tool, source, status, errorCode, executionMs, risk, path, mode, isUpstream } = facts;
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    // Called by the server itself over the network, or run where the agent's user is.
    'gen_ai.tool.type': isUpstream ? 'extension' : 'function',
    'gen_ai.tool.call.id': id,
    'tool.id': tool,
    'tool.name': tool,
    'tool.source': source,
    ...(path === null ? {} : { 'tool.source_path': path }),
    'tool.execution_mode': mode,
    ...(executionMs === null ? {} : { 'tool.execution_time_ms': executionMs }),
    'tool.status': status,
    'countersign.risk_level': risk,
    ...(errorCode === null ? {} : { 'error.type': errorCode }),
  };
}
