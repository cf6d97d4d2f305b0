import { decide } from '../src/decide.ts';
import type { CallToCover } from '../src/grants/grant-covers.ts';
import { noFiles, type Workspace } from '../src/paths/workspace.ts';
import { emptyPolicy, type Policy } from '../src/rules/policy.ts';
import type { Verdict } from '../src/verdict.ts';
import { sampleCall } from './rule-samples.ts';

/** A workspace on no disk: every path counts as it is spelled. */
export const spelledWorkspace: Workspace = { roots: ['/work/app'], home: '/home/someone', files: noFiles };

export function verdictOn(
  tool: string,
  args: Parameters<typeof sampleCall>[1],
  policy: Policy = emptyPolicy,
  workspace: Workspace = spelledWorkspace,
): Verdict {
  return decide(policy, sampleCall(tool, args), workspace);
}

/** A call as a grant is held against it. */
export function judgedCall(tool: string, args: Parameters<typeof sampleCall>[1], policy?: Policy): CallToCover {
  return { toolName: tool, verdict: verdictOn(tool, args, policy) };
}

export function judgedScript(cmd: string): CallToCover {
  return judgedCall('bash', { cmd });
}

export function judgedCommand(command: string, ...args: readonly string[]): CallToCover {
  return judgedCall('execute_command', { command, args: [...args] });
}
