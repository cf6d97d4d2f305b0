import type { JsonObject, RiskLevel, UpstreamBinding } from '@countersign/contract';
import { decide } from './decide.ts';
import type { Workspace } from './paths/workspace.ts';
import type { Policy } from './rules/policy.ts';
import type { CallToDecide, Verdict } from './verdict.ts';

/** L5: seconds a human has to decide, by risk. Null: for ever. */
export type ApprovalSeconds = Readonly<Record<'MEDIUM' | 'HIGH', number | null>>;

type ToolToGate = {
  readonly name: string;
  readonly upstream?: Pick<UpstreamBinding, 'source' | 'risk_level' | 'method' | 'host'>;
};

/** A tool as decisions look at it. */
export function toolToDecide({ name, upstream }: ToolToGate): CallToDecide['tool'] {
  if (!upstream) return { name, source: 'builtin', service: null };
  const { source, risk_level: riskLevel, method, host } = upstream;
  return { name, source, service: { riskLevel, method, host } };
}

/** What a local tool is worth before its arguments are known: for lists. */
const outlooks: ReadonlyMap<string, RiskLevel> = new Map([
  ...(['read', 'read_file', 'ls', 'list_directory', 'find', 'grep'] as const).map((name) => [name, 'LOW'] as const),
  ...(['write', 'write_file', 'edit', 'execute_command', 'bash'] as const).map((name) => [name, 'MEDIUM'] as const),
]);

/** The gate: judges by the policy that is in force when a call comes. */
export function policyGate(options: {
  readonly policy: () => Policy;
  readonly workspace: Workspace;
  readonly approvalSeconds: ApprovalSeconds;
}) {
  const secondsFor = (risk: RiskLevel): number | null => (risk === 'LOW' ? null : options.approvalSeconds[risk]);
  return {
    get policyVersion(): string {
      return options.policy().version;
    },
    assess(request: {
      readonly tool: ToolToGate;
      readonly arguments: JsonObject;
      readonly projectId: string;
      readonly sessionId: string;
      readonly agentId: string;
    }): Omit<Verdict, 'risk'> & { readonly riskLevel: RiskLevel; readonly approvalTimeoutSeconds: number | null } {
      const { risk, ...verdict } = decide(
        options.policy(),
        { ...request, tool: toolToDecide(request.tool) },
        options.workspace,
      );
      const { approvalSeconds = secondsFor(risk) } = verdict;
      return { ...verdict, riskLevel: risk, approvalTimeoutSeconds: approvalSeconds };
    },
    outlook({ name, upstream }: ToolToGate) {
      const risk: RiskLevel = upstream?.risk_level ?? outlooks.get(name) ?? 'HIGH';
      return {
        outcome: risk === 'LOW' ? ('allow' as const) : ('ask' as const),
        riskLevel: risk,
        approvalTimeoutSeconds: secondsFor(risk),
      };
    },
  };
}
