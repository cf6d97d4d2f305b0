import type { JsonObject, RiskLevel, ToolDefinition } from '@countersign/contract';
import type { Effect, Judgement, Ruling } from '@countersign/policy';

/** What the gate is asked: one call in its canonical form, by one principal, in one session. */
export type GateRequest = {
  readonly tool: ToolDefinition;
  readonly arguments: JsonObject;
  readonly projectId: string;
  readonly sessionId: string;
  readonly agentId: string;
};

/** What policy says, why, and what was found in the arguments. Its texts may quote real arguments: mask them (G8). */
export type Assessment = {
  readonly outcome: 'allow' | 'ask' | 'deny';
  readonly riskLevel: RiskLevel;
  readonly ruleId: string;
  readonly reasons: readonly string[];
  /** Null: the request waits for ever. */
  readonly approvalTimeoutSeconds: number | null;
  readonly effects: readonly Effect[];
  readonly judgement: Judgement;
  /** What was decided about each part: a remembered decision has to answer for every one that asks. */
  readonly rulings: readonly Ruling[];
  /** Whether it may use the network where it runs. */
  readonly network: boolean;
};

/** Judges calls. Risk comes from its code and data, never from the model (G5). */
export type Gate = {
  readonly policyVersion: string;
  assess(request: GateRequest): Assessment;
  /** What the tool is worth before its arguments are known, for the list of tools. */
  outlook(tool: ToolDefinition): Pick<Assessment, 'outcome' | 'riskLevel' | 'approvalTimeoutSeconds'>;
};
