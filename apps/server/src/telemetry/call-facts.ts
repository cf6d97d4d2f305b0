import { type RiskLevel, type ToolDefinition, upstreamErrors } from '@countersign/contract';
import type { ToolRegistry } from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';

/** What figures and spans say of a call that has come to its end. Nothing in it was chosen by an agent. */
export type CallFacts = {
  /** As it is registered; `unregistered` where the name means nothing here. */
  readonly tool: string;
  readonly source: string;
  readonly status: string;
  /** Null where all went well. */
  readonly errorCode: string | null;
  /** Of the execution alone; null where there was none. */
  readonly executionMs: number | null;
  readonly risk: RiskLevel;
  readonly path: string | null;
  readonly mode: string;
  readonly isUpstream: boolean;
};

const noTool = 'unregistered';
const builtIn = 'builtin';

export function callFacts({ request, state }: ToolCall, tools: Pick<ToolRegistry, 'find'>): CallFacts {
  const definition = tools.find(request.toolName)?.definition;
  const upstream = definition?.upstream ?? null;
  return {
    tool: definition?.name ?? noTool,
    source: upstream?.source ?? builtIn,
    status: state.status,
    errorCode: errorCodeOf(state, upstream !== null),
    executionMs: 'executionTimeMs' in state ? state.executionTimeMs : null,
    risk: request.riskLevel,
    path: upstream?.path ?? null,
    mode: modeOf(definition, request.target),
    isUpstream: upstream !== null,
  };
}

function modeOf(definition: ToolDefinition | undefined, target: string): string {
  const upstream = definition?.upstream;
  if (!upstream) return target;
  return upstream.kind === 'mcp' ? 'mcp' : (upstream.profile?.mode ?? 'sync_http');
}

/** One of few words: what a text says is not counted by. */
function errorCodeOf(state: ToolCall['state'], isUpstream: boolean): string | null {
  switch (state.status) {
    case 'failed':
      if (state.cause === 'invalid') return 'validation_error';
      if (state.cause === 'no_runner') return 'no_runner';
      return (isUpstream ? upstreamCodeOf(state.result) : null) ?? state.errorType;
    case 'rejected':
      return state.by.kind === 'policy' ? 'denied_by_policy' : 'rejected';
    case 'timeout':
      return 'approval_timeout';
    case 'cancelled':
      return 'cancelled';
    case 'unknown':
      return 'unknown';
    default:
      return null;
  }
}

/** What came of it is a result where the service said no, and an error where it could not be asked. */
function upstreamCodeOf(result: string | null): string | null {
  const { error_code: code, upstream_status: answered } = JSON.parse(result ?? '{}') as {
    error_code?: unknown;
    upstream_status?: unknown;
  };
  if (typeof code === 'string') return Object.hasOwn(upstreamErrors, code) ? code : null;
  return answered === undefined ? null : 'upstream_failed';
}
