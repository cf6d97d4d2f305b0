import {
  canonicalJson,
  type ExpectedFile,
  type JsonObject,
  type RiskLevel,
  type SealedCall,
  type ToolTarget,
} from '@countersign/contract';
import { summary } from '@countersign/policy';
import { type CallCaller, type CallRequest, digestOf } from '@countersign/tool-call';
import type { ControlPlane } from '../control-plane.ts';
import type { SessionRecord } from '../ports/records.ts';
import type { Agent } from '../principal.ts';
import type { ResolvedArguments } from './resolve-arguments.ts';

export type Asked = {
  readonly agent: Pick<Agent, 'id' | 'ownerId'>;
  /** Null where it was admitted before and no service has to be told. */
  readonly caller: CallCaller | null;
  readonly session: Pick<SessionRecord, 'id' | 'projectId' | 'machine'>;
  readonly toolName: string;
  readonly params: JsonObject;
  readonly note: string | null;
  readonly at: number;
  /** Files that a runner was asked about, as they were. */
  readonly expectedFiles?: readonly ExpectedFile[];
};

export type Judged = {
  readonly toolVersion: string;
  readonly target: ToolTarget;
  readonly executionTimeoutMs: number;
  readonly riskLevel: RiskLevel;
  readonly ruleId: string;
  readonly reasons: readonly string[];
  readonly network: boolean;
  readonly caller: CallCaller | null;
};

/** L7: binds what was asked to who asked, where it runs and by which policy it was judged, and takes the digest. */
export function sealRequest(
  { gate, redactor }: ControlPlane,
  asked: Asked,
  { args, sealed }: ResolvedArguments,
  judged: Judged,
): CallRequest {
  const { agent, session, toolName } = asked;
  const masked = redactor.json(args) as JsonObject;
  const request = {
    projectId: session.projectId,
    sessionId: session.id,
    userId: agent.ownerId,
    agentId: agent.id,
    toolName,
    ...judged,
    machine: judged.target === 'runner' ? session.machine : null,
    expectedFiles: asked.expectedFiles ?? [],
    sealedArguments: sealed,
    params: canonicalJson(masked),
    originalParams: null,
    policyVersion: gate.policyVersion,
    description: summary(toolName, masked),
    agentNote: asked.note === null ? null : redactor.text(asked.note),
    createdAt: asked.at,
  };
  return { ...request, digest: digestOf(sealedCallOf(request, args)) };
}

export function sealedCallOf(
  request: Pick<
    CallRequest,
    | 'toolName'
    | 'toolVersion'
    | 'projectId'
    | 'sessionId'
    | 'agentId'
    | 'target'
    | 'machine'
    | 'policyVersion'
    | 'network'
    | 'expectedFiles'
  >,
  args: JsonObject,
): SealedCall {
  return {
    tool_name: request.toolName,
    tool_version: request.toolVersion,
    arguments: args,
    project_id: request.projectId,
    session_id: request.sessionId,
    agent_id: request.agentId,
    target: request.target === 'server' ? 'server' : `runner:${request.machine ?? '*'}`,
    policy_version: request.policyVersion,
    network: request.network,
    expected_files: [...request.expectedFiles],
  };
}
