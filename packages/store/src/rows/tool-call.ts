import type { AgentId, ExpectedFile, ProjectId, RiskLevel, SessionId, ToolCallId, UserId } from '@countersign/contract';
import type { CallRequest, ToolCall } from '@countersign/tool-call';
import type { Names } from '../names/names.ts';
import type { ToolCallRow } from '../schema.ts';
import type { Seals } from '../seal/seals.ts';
import { type StateRow, stateOf, stateRow } from './call-state.ts';
import { targetCodes, targetOf } from './codes.ts';
import { packDigest, unpackDigest, unpackId } from './packed-text.ts';

/** What a preview or an edit by a human may change; all of it is written again then. */
export type RequestRow = Pick<
  ToolCallRow,
  | 'tool_params'
  | 'original_params'
  | 'digest'
  | 'risk_level_no'
  | 'reasons'
  | 'description_shared'
  | 'description_rest'
  | 'terms_no'
  | 'target'
  | 'machine_no'
  | 'expected_files'
>;

export type NewCallRow = ToolCallRow & StateRow;

export function callRow(call: ToolCall, names: Names, seals: Seals): NewCallRow {
  const { request } = call;
  return {
    ...stateRow(call, names, seals),
    ...requestRow(request, names),
    project_no: names.numberOf(request.projectId),
    session_no: names.numberOf(request.sessionId),
    user_no: names.numberOf(request.userId),
    agent_no: names.numberOf(request.agentId),
    tool_name_no: names.numberOf(request.toolName),
    agent_note: request.agentNote,
    created_at: request.createdAt,
  };
}

export function requestRow(request: CallRequest, names: Names): RequestRow {
  return {
    tool_params: request.params,
    original_params: request.originalParams,
    digest: packDigest(request.digest),
    risk_level_no: names.numberOf(request.riskLevel),
    terms_no: names.numberOf(JSON.stringify(termsOf(request))),
    reasons: JSON.stringify(request.reasons),
    ...descriptionRow(request),
    target: targetCodes[request.target],
    machine_no: names.numberOrNull(request.machine),
    expected_files: request.expectedFiles.length === 0 ? null : JSON.stringify(request.expectedFiles),
  };
}

/** What calls of the same tool under the same rule have in common. */
type Terms = readonly [
  toolVersion: string,
  policyVersion: string,
  ruleId: string,
  executionTimeoutMs: number,
  network: boolean,
];

function termsOf(request: CallRequest): Terms {
  return [request.toolVersion, request.policyVersion, request.ruleId, request.executionTimeoutMs, request.network];
}

/** Of the terms that a number names. */
export function ruleIdOf(termsNo: number, names: Names): string {
  // Empty while the name has not been fetched yet.
  const [, , ruleId] = JSON.parse(names.textOf(termsNo) || '[]') as Partial<Terms>;
  return ruleId ?? '';
}

/** The description begins as the call itself and is often cut: what can be made again of the call is not kept twice. */
function descriptionRow(request: CallRequest): Pick<ToolCallRow, 'description_shared' | 'description_rest'> {
  const { description } = request;
  const plain = plainDescription(request.toolName, request.params);
  const shared = sharedLength(description, plain);
  const rest = description.slice(shared);
  if (rest === '') return { description_shared: shared, description_rest: null };
  return { description_shared: shared, description_rest: rest === cutMark(plain.length - shared) ? '' : rest };
}

function descriptionOf(row: ToolCallRow, toolName: string): string {
  const plain = plainDescription(toolName, row.tool_params);
  const shown = plain.slice(0, row.description_shared);
  if (row.description_rest === null) return shown;
  return shown + (row.description_rest || cutMark(plain.length - shown.length));
}

function plainDescription(toolName: string, params: string): string {
  return `${toolName} ${params}`;
}

/** As the control plane ends a description that it cuts. Where it should do so otherwise, its words are kept. */
function cutMark(charactersLeft: number): string {
  return `… (${charactersLeft} more characters)`;
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

/** The columns come from `callRow`, so ids are what they were. */
export function callOf(row: ToolCallRow, names: Names, seals: Seals): ToolCall {
  const id = unpackId(row.id) as ToolCallId;
  const toolName = names.textOf(row.tool_name_no);
  const params = row.tool_params;
  // Empty while the name has not been fetched yet.
  const terms = JSON.parse(names.textOf(row.terms_no) || '[]') as unknown as Terms;
  const [toolVersion, policyVersion, ruleId, executionTimeoutMs, network] = terms;
  const shown = {
    projectId: names.textOf(row.project_no) as ProjectId,
    sessionId: names.textOf(row.session_no) as SessionId,
    userId: names.textOf(row.user_no) as UserId,
    agentId: names.textOf(row.agent_no) as AgentId,
    toolName,
    toolVersion,
    target: targetOf(row.target),
    machine: names.textOrNull(row.machine_no),
    network,
    expectedFiles: row.expected_files === null ? [] : (JSON.parse(row.expected_files) as ExpectedFile[]),
    params,
    originalParams: row.original_params,
    digest: unpackDigest(row.digest),
    policyVersion,
    riskLevel: names.textOf(row.risk_level_no) as RiskLevel,
    ruleId,
    reasons: JSON.parse(row.reasons) as string[],
    description: descriptionOf(row, toolName),
    agentNote: row.agent_note,
    executionTimeoutMs,
    createdAt: row.created_at,
  };
  const request = seals.requestOf(id, shown, row);
  return { id, version: row.version, request, state: stateOf(row, names) };
}
