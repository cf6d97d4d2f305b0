import type { JsonObject, ToolDefinition } from '@countersign/contract';
import { compileArguments } from '../arguments/compile-arguments.ts';
import { toolToDecide } from '../policy-gate.ts';
import type { CallToDecide, Verdict } from '../verdict.ts';

/** A call as somebody writes it down: an example, a recorded call, a line of input. */
export type CallRequest = {
  readonly tool: string;
  readonly params: JsonObject;
  readonly agentId: string;
  readonly sessionId: string;
  readonly projectId: string;
};

export type ToolToJudge = Pick<ToolDefinition, 'name' | 'inputSchema' | 'upstream'>;

type Judge = (request: CallRequest, decide: (call: CallToDecide) => Verdict) => Verdict;

/**
 * Takes a call through what comes before the decision: its tool must be registered and its arguments must pass its
 * schema. What does not is denied here (G7). Schemas are compiled when they are first needed.
 */
export function requestJudge(tools: readonly ToolToJudge[]): Judge {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const compiled = new Map<string, ReturnType<typeof compileArguments>>();
  const checkOf = ({ name, inputSchema }: ToolToJudge) => {
    const check = compiled.get(name) ?? compileArguments(inputSchema);
    compiled.set(name, check);
    return check;
  };
  return ({ tool: name, params, agentId, sessionId, projectId }, decide) => {
    const tool = byName.get(name);
    if (!tool) return deniedCall('builtin.tool.unknown', `There is no tool called ${JSON.stringify(name)}.`);
    const resolved = checkOf(tool)(params);
    if (!resolved.ok) return deniedArguments(resolved.errors);
    return decide({ tool: toolToDecide(tool), arguments: resolved.arguments, agentId, sessionId, projectId });
  };
}

export function deniedArguments(errors: readonly string[]): Verdict {
  return deniedCall('builtin.arguments.invalid', ...errors.map((error) => `The arguments are not valid: ${error}.`));
}

/** The verdict on what never came as far as a decision. */
export function deniedCall(ruleId: string, ...reasons: readonly string[]): Verdict {
  return {
    outcome: 'deny',
    risk: 'HIGH',
    ruleId,
    matched: reasons.map((reason) => ({ id: ruleId, outcome: 'deny', reason, part: null })),
    reasons,
    effects: [],
    judgement: { parts: [], findings: reasons.map((reason) => ({ id: ruleId, level: 'DENY', reason })) },
    rulings: [{ part: null, outcome: 'deny', risk: 'HIGH' }],
    network: false,
    approvalSeconds: undefined,
  };
}
