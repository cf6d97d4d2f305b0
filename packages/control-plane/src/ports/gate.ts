import type { GrantMatcher, JsonObject, RiskLevel, ToolDefinition } from '@countersign/contract';
import type { Judgement } from '@countersign/policy';

/** What the gate is asked: one call in its canonical form, by one principal, in one session. */
export type GateRequest = {
  readonly tool: ToolDefinition;
  readonly arguments: JsonObject;
  readonly projectId: string;
  readonly sessionId: string;
  readonly agentId: string;
};

/** What policy says, why, and what a human could remember of a decision. */
export type Assessment = {
  readonly outcome: 'allow' | 'ask' | 'deny';
  readonly riskLevel: RiskLevel;
  readonly ruleId: string;
  readonly reasons: readonly string[];
  /** Null: the request waits for ever. */
  readonly approvalTimeoutSeconds: number | null;
  /** The class of this call, for "this class in this session"; null where nothing may be remembered but the call. */
  readonly callClass: GrantMatcher | null;
  /** What was found in the arguments, for whoever shows the call; left out by a gate that looks at names alone. */
  readonly judgement?: Judgement;
};

/** Judges calls. Risk comes from its code and data, never from the model (G5). */
export type Gate = {
  readonly policyVersion: string;
  assess(request: GateRequest): Assessment;
  /** What the tool is worth before its arguments are known, for the list of tools. */
  outlook(tool: ToolDefinition): Pick<Assessment, 'outcome' | 'riskLevel' | 'approvalTimeoutSeconds'>;
};
