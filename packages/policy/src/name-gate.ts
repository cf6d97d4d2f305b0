import type { JsonObject, RiskLevel } from '@countersign/contract';
import { classOf } from './grants/grant-matcher.ts';

/** The default risk by the name of a tool; a tool that is not here is HIGH. */
const riskByToolName: Readonly<Record<string, RiskLevel>> = {
  read_file: 'LOW',
  list_directory: 'LOW',
  write_file: 'MEDIUM',
  execute_command: 'MEDIUM',
};

const explanation: Readonly<Record<RiskLevel, string>> = {
  LOW: 'only reads or lists',
  MEDIUM: 'changes files or runs a program',
  HIGH: 'is not in the risk matrix, so it counts as HIGH',
};

/** L5: seconds a human has to decide, by risk. Null: for ever. */
export type ApprovalSeconds = Readonly<Record<'MEDIUM' | 'HIGH', number | null>>;

/** A gate that judges by the name of the tool alone. It never denies: what it does not know, it asks about as HIGH. */
export function nameGate(approvalSeconds: ApprovalSeconds) {
  const outlook = (tool: { readonly name: string }) => {
    const riskLevel = Object.hasOwn(riskByToolName, tool.name) ? riskByToolName[tool.name]! : 'HIGH';
    return {
      outcome: riskLevel === 'LOW' ? ('allow' as const) : ('ask' as const),
      riskLevel,
      approvalTimeoutSeconds: riskLevel === 'LOW' ? null : approvalSeconds[riskLevel],
    };
  };
  return {
    policyVersion: 'name-gate-1',
    outlook,
    assess({ tool, arguments: args }: { readonly tool: { readonly name: string }; readonly arguments: JsonObject }) {
      const { outcome, riskLevel, approvalTimeoutSeconds } = outlook(tool);
      return {
        outcome,
        riskLevel,
        ruleId: `default.${riskLevel.toLowerCase()}`,
        reasons: [`${tool.name} ${explanation[riskLevel]}.`],
        approvalTimeoutSeconds,
        callClass: classOf(tool.name, args),
      };
    },
  };
}
