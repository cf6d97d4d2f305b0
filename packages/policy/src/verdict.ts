import type { JsonObject, RiskLevel } from '@countersign/contract';
import type { Judgement } from './judgement/judgement.ts';
import type { Effect } from './judgement/part.ts';

export type Outcome = 'allow' | 'ask' | 'deny';

/** Where a call of a service goes. */
export type Service = {
  readonly riskLevel: RiskLevel;
  /** Of HTTP, or `MCP`. */
  readonly method: string;
  /** With its port where it is not the usual one; `stdio` for a program on this machine. */
  readonly host: string;
};

/** Everything a decision may depend on. */
export type CallToDecide = {
  readonly tool: {
    readonly name: string;
    /** `builtin`, or the name of the source that the tool came from. */
    readonly source: string;
    /** Of a tool that a service offers: what is asked of it, and the risk that its administrator gave it. */
    readonly service: Service | null;
  };
  /** Resolved: checked against the schema, with defaults filled in. */
  readonly arguments: JsonObject;
  readonly projectId: string;
  readonly sessionId: string;
  readonly agentId: string;
};

/** A rule of the policy file or a built-in one that had a say. */
export type MatchedRule = {
  readonly id: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** Which of the judgement's parts it is about; null where it is about the call as a whole. */
  readonly part: number | null;
};

/** What was decided about one part, or about the call as a whole where `part` is null. */
export type Ruling = { readonly part: number | null; readonly outcome: Outcome; readonly risk: RiskLevel };

export type Verdict = {
  readonly outcome: Outcome;
  readonly risk: RiskLevel;
  /** The rule that decided. */
  readonly ruleId: string;
  readonly matched: readonly MatchedRule[];
  /** Why, in sentences a person understands; the one that decided comes first. */
  readonly reasons: readonly string[];
  readonly effects: readonly Effect[];
  readonly judgement: Judgement;
  readonly rulings: readonly Ruling[];
  /** Whether it may use the network where it runs: a rule says so, or code found that it has to. */
  readonly network: boolean;
  /** Seconds a person has; null for no limit. Undefined where the default of the risk applies. */
  readonly approvalSeconds: number | null | undefined;
};
