import { resolve } from 'node:path';
import { filesOnDisk, localToolDefinitions } from '@countersign/local-tools';
import {
  type CallRequest,
  type CallToDecide,
  decide,
  denyCommands,
  emptyPolicy,
  exampleWorkspace,
  loadPolicy,
  type Policy,
  problemText,
  requestJudge,
  type ToolToJudge,
  type Verdict,
  type Workspace,
} from '@countersign/policy';
import { PolicyFileError } from '../../policy-file-error.ts';
import type { Terminal } from '../../terminal.ts';

export type Judge = (request: CallRequest, workspace: Workspace) => Verdict;

/** Judges calls by a policy, as the server does, and runs nothing. `onDecide` sees each call with its arguments resolved. */
export function judgeWith(
  policy: Policy,
  tools: readonly ToolToJudge[] = localToolDefinitions,
  onDecide: (call: CallToDecide) => void = () => {},
): Judge {
  const judge = requestJudge(tools);
  return (request, workspace) =>
    judge(request, (call) => {
      onDecide(call);
      return decide(policy, call, workspace);
    });
}

/**
 * The policy in a file, checked as the server does at its start; without a file the built-in judgement alone. `denied`
 * are commands that settings forbid besides.
 */
export function openPolicy(
  path: string | null,
  terminal: Pick<Terminal, 'readFile'>,
  denied: readonly string[] = [],
): Policy {
  return denyCommands(path === null ? emptyPolicy : policyIn(path, terminal), denied);
}

function policyIn(path: string, terminal: Pick<Terminal, 'readFile'>): Policy {
  const loaded = loadPolicy(readPolicyText(path, terminal), path, (policy, example) =>
    judgeWith(policy)(example, exampleWorkspace),
  );
  if (loaded.ok) return loaded.policy;
  const [first, ...others] = loaded.problems;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new PolicyFileError(path, `${problemText(path, first!)}${more}`);
}

export function readPolicyText(path: string, { readFile }: Pick<Terminal, 'readFile'>): string {
  try {
    return readFile(path);
  } catch (error) {
    throw new PolicyFileError(path, `The policy ${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Where calls are meant to work. Nobody's business are the keys and data of the server on this machine. */
export type Place = { readonly root: string; readonly home: string; readonly dataDir: string };

/** A folder of this machine, as it is now. */
export function workspaceAt({ root, home, dataDir }: Place, { cwd }: Pick<Terminal, 'cwd'>): Workspace {
  return { roots: [resolve(cwd, root)], home: resolve(cwd, home), forbidden: [dataDir], files: filesOnDisk };
}
