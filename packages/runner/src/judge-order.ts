import {
  canonicalJson,
  type ErrorType,
  type ExpectedFile,
  type JsonObject,
  type SealedCall,
  type ToolDefinition,
} from '@countersign/contract';
import {
  type BoundFile,
  compileArguments,
  decide,
  filesToBind,
  onlyLooks,
  type Policy,
  type ResolvedArguments,
  type Workspace,
} from '@countersign/policy';
import { toolVersion } from '@countersign/tool-call';

/** How an order is to be executed, by what this runner found out about it itself. */
export type Plan = {
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly expectedFiles: readonly ExpectedFile[];
  readonly mayUseNetwork: boolean;
  readonly mayWrite: boolean;
  readonly runsFiles: readonly string[];
  /** Files that the call stands on, for a preview. */
  readonly boundFiles: readonly BoundFile[];
};

export type JudgedOrder =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly errorType: ErrorType; readonly words: string };

type OwnTool = {
  readonly version: string;
  readonly resolveArguments: (given: JsonObject) => ResolvedArguments;
};

export type OwnRules = {
  readonly definitions: readonly ToolDefinition[];
  readonly workspace: Workspace;
  readonly policy: Policy;
};

/**
 * G1: a runner's own judgement of an authentic order, by its own tools, roots, disk and rules. A server that was
 * mistaken or taken over gets no further than the user of this machine lets anybody.
 */
export class OrderJudge {
  readonly #rules: OwnRules;
  readonly #tools: ReadonlyMap<string, OwnTool>;

  constructor(rules: OwnRules) {
    this.#rules = rules;
    this.#tools = new Map(
      rules.definitions.map((definition) => [
        definition.name,
        { version: toolVersion(definition), resolveArguments: compileArguments(definition.inputSchema) },
      ]),
    );
  }

  /** Versions by name, as they are announced. */
  get versions(): Record<string, string> {
    return Object.fromEntries([...this.#tools].map(([name, { version }]) => [name, version]));
  }

  judge(call: SealedCall): JudgedOrder {
    const tool = this.#tools.get(call.tool_name);
    if (!tool) return refused('validation', `This runner has no tool called ${call.tool_name}.`);
    if (tool.version !== call.tool_version)
      return refused(
        'validation',
        `${call.tool_name} is another here than where it was decided: bring server and runner to the same version.`,
      );
    const args = call.arguments as JsonObject;
    const resolved = tool.resolveArguments(args);
    if (!resolved.ok) return refused('validation', `The arguments cannot be used: ${resolved.errors.join('; ')}.`);
    if (canonicalJson(resolved.arguments) !== canonicalJson(args))
      return refused('validation', 'The arguments are not as they were resolved: something is missing in them.');
    return this.#decide(call, args);
  }

  #decide(call: SealedCall, args: JsonObject): JudgedOrder {
    const { policy, workspace } = this.#rules;
    const { judgement, outcome, reasons } = decide(
      policy,
      {
        tool: { name: call.tool_name, source: 'builtin', service: null },
        arguments: args,
        projectId: call.project_id,
        sessionId: call.session_id,
        agentId: call.agent_id,
      },
      workspace,
    );
    if (outcome === 'deny') return refused('policy', `The runner refuses: ${reasons.join(' ')}`);
    const boundFiles = filesToBind(args, judgement, workspace);
    return {
      ok: true,
      plan: {
        toolName: call.tool_name,
        arguments: args,
        expectedFiles: call.expected_files,
        mayUseNetwork: call.network,
        mayWrite: !onlyLooks(judgement),
        runsFiles: boundFiles.filter(({ use }) => use === 'runs').map(({ path }) => path),
        boundFiles,
      },
    };
  }
}

function refused(errorType: ErrorType, words: string): JudgedOrder {
  return { ok: false, errorType, words };
}
