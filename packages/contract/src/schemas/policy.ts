import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Display, Effect } from './approval.ts';
import { GrantView } from './grant.ts';
import { FreeObject, Nullable, PlainText, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';

const outcomes = ['allow', 'ask', 'deny'] as const;
export type PolicyOutcome = (typeof outcomes)[number];
export const PolicyOutcome = Type.Enum(outcomes);

/** `file`: of the policy file. `settings`: commands that the configuration denies. `builtin`: comes with Countersign. */
const RuleSource = Type.Enum(['file', 'settings', 'builtin']);

export const RuleView = Strict({
  rule_id: Type.String(),
  source: RuleSource,
  outcome: Nullable(PolicyOutcome),
  reason: Type.String({ description: 'What it says to whoever is asked' }),
  text: Nullable(Type.String({ description: 'As it is written in the file' })),
  line: Nullable(Type.Integer({ description: 'Where it begins in the file' })),
  hits: Type.Integer({ description: 'Calls of this project that it decided on, among those that were looked at' }),
  last_hit_at: Nullable(Timestamp),
});
export type RuleView = Static<typeof RuleView>;

export const PolicyProblem = Strict({ line: Type.Integer(), column: Type.Integer(), message: Type.String() });
export type PolicyProblem = Static<typeof PolicyProblem>;

/** The rules in force, in the order in which they are shown, with what they did in this project. */
export const PolicyView = Strict({
  version: Type.String({ description: 'Names what the rules in force say' }),
  file: Type.String({ description: 'Where they are kept on the server; it need not be there yet' }),
  text: Nullable(Type.String({ description: 'What the file holds; null where there is none' })),
  text_hash: Type.String({ description: 'Of that text: send it along when you save another' }),
  problems: Type.Array(PolicyProblem, { description: 'Why the file is not in force as it is; the one before it is' }),
  can_save: Type.Boolean({ description: 'Whether you may, and the server can write there' }),
  rules: Type.Array(RuleView),
  looked_at: Strict({ calls: Type.Integer(), since: Timestamp, is_complete: Type.Boolean() }),
});
export type PolicyView = Static<typeof PolicyView>;

export const SavePolicyRequest = Strict({
  text: Type.String({ maxLength: limits.policyTextLengthMax }),
  text_hash: Type.String({ description: 'Of the text that this was made from; another one in its place is kept' }),
});
export type SavePolicyRequest = Static<typeof SavePolicyRequest>;

const draftText = Type.Optional(
  Type.String({
    maxLength: limits.policyTextLengthMax,
    description: 'A policy to judge by instead of the one in force',
  }),
);

/** A call that was made, or one that might be. */
export const ExplainRequest = Strict({
  tool_id: Type.Optional(Uuid),
  tool_name: Type.Optional(PlainText({ minLength: 1, maxLength: limits.toolNameLengthMax })),
  tool_params: Type.Optional(FreeObject),
  session_id: Type.Optional(Uuid),
  text: draftText,
});
export type ExplainRequest = Static<typeof ExplainRequest>;

export const Explanation = Strict({
  tool_name: Type.String(),
  outcome: PolicyOutcome,
  risk_level: RiskLevel,
  rule_id: Type.String(),
  reasons: Type.Array(Type.String()),
  /** Every rule that had a say; `part` is an index into `parts`, null for the call as a whole. */
  matched: Type.Array(
    Strict({
      rule_id: Type.String(),
      outcome: PolicyOutcome,
      reason: Type.String(),
      part: Nullable(Type.Integer()),
    }),
  ),
  held_back: Type.Array(Strict({ rule_id: Type.String(), up_to: RiskLevel, part: Type.Integer() }), {
    description: 'Rules that would allow, were the part not above what they let through',
  }),
  parts: Type.Array(
    Strict({
      risk_level: RiskLevel,
      command: Nullable(Type.String()),
      subcommand: Nullable(Type.String()),
      text: Nullable(Type.String({ description: 'Its words, where they are known' })),
      paths: Type.Array(
        Strict({ path: Type.String(), access: Type.Enum(['read', 'write', 'delete']), inside: Type.Boolean() }),
      ),
      effects: Type.Array(Effect),
      findings: Type.Array(Type.String()),
    }),
  ),
  effects: Type.Array(Effect),
  network: Type.Boolean(),
  timeout_seconds: Nullable(Type.Integer()),
  display: Nullable(Display),
  grant: Nullable(GrantView),
  policy_version: Type.String(),
});
export type Explanation = Static<typeof Explanation>;

export const SimulateRequest = Strict({
  text: Type.String({ maxLength: limits.policyTextLengthMax }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.simulatedCallsMax, default: limits.simulatedCallsDefault }),
  ),
});
export type SimulateRequest = Static<typeof SimulateRequest>;

const Judged = Strict({ outcome: PolicyOutcome, rule_id: Type.String(), risk_level: RiskLevel });

export const SimulatedChange = Strict({
  tool_id: Uuid,
  tool_name: Type.String(),
  description: Type.String(),
  created_at: Timestamp,
  before: Judged,
  after: Judged,
});
export type SimulatedChange = Static<typeof SimulatedChange>;

/** G6: what another policy would do to calls that were made. Where it has problems, nothing was judged by it. */
export const Simulation = Strict({
  problems: Type.Array(PolicyProblem),
  calls: Type.Integer(),
  skipped: Type.Integer({ description: 'Calls whose tool is gone, or whose arguments are kept no longer' }),
  unchanged: Type.Integer(),
  newly: Strict({ allow: Type.Integer(), ask: Type.Integer(), deny: Type.Integer() }),
  changes: Type.Array(SimulatedChange, { description: 'The newest of them' }),
});
export type Simulation = Static<typeof Simulation>;

export const DraftRuleRequest = Strict({ tool_id: Uuid, outcome: PolicyOutcome });
export type DraftRuleRequest = Static<typeof DraftRuleRequest>;

/** A rule that decides on a call that was made and on others like it, from narrow to wide. */
export const RuleDraft = Strict({
  rule_id: Type.String(),
  rule: Type.String({ description: 'As it would be written in the file' }),
  reason: Type.String(),
  policy_text: Type.String({ description: 'The file with this rule in it, everything else as it was' }),
  past_calls: Strict({
    covered: Type.Integer({ description: 'Recent calls whose outcome it would have given' }),
    of: Type.Integer(),
  }),
});
export type RuleDraft = Static<typeof RuleDraft>;
export const RuleDrafts = Strict({
  drafts: Type.Array(RuleDraft),
  /** Said where no rule can do it: what cannot be read may not be allowed by rule. */
  note: Nullable(Type.String()),
});
export type RuleDrafts = Static<typeof RuleDrafts>;
