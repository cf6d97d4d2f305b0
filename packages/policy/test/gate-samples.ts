import { decide } from '../src/decide.ts';
import type { CallToCover } from '../src/grants/grant-covers.ts';
import { emptyPolicy, type Policy } from '../src/rules/policy.ts';
import { workspaceOf } from './places.ts';
import { sampleCall } from './rule-samples.ts';

/** A call as a grant is held against it. */
export function judgedCall(
  tool: string,
  args: Parameters<typeof sampleCall>[1],
  policy: Policy = emptyPolicy,
  roots?: readonly string[],
): CallToCover & { readonly verdict: ReturnType<typeof decide> } {
  return {
    toolName: tool,
    toolVersion: 'v1',
    arguments: args ?? {},
    verdict: decide(policy, sampleCall(tool, args), { ...workspaceOf(), ...(roots ? { roots } : {}) }),
  };
}

export function judgedScript(cmd: string, policy?: Policy): ReturnType<typeof judgedCall> {
  return judgedCall('bash', { cmd }, policy);
}

export function judgedCommand(command: string, ...args: readonly string[]): ReturnType<typeof judgedCall> {
  return judgedCall('execute_command', { command, args: [...args] });
}
