import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { GrantScope, GrantView, ScopeOffer } from './grant.ts';
import { FreeObject, Nullable, PlainText, RiskLevel, Strict, Timestamp, Uuid } from './primitives.ts';
import { SandboxKind } from './runner.ts';
import { ToolTarget } from './tool.ts';
import { CallStatus } from './tool-call.ts';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];
export const ApprovalStatus = Type.Enum(approvalStatuses);

export const DecisionVerb = Type.Union([Type.Literal('approve'), Type.Literal('reject'), Type.Literal('edit')]);
export type DecisionVerb = Static<typeof DecisionVerb>;

/** Every word as it is given to the program, quoted where it is not plain: joined by a blank they can be read back. */
const ArgvSection = Strict({ kind: Type.Literal('argv'), label: Type.String(), words: Type.Array(Type.String()) });

/**
 * One thing a script does. `command` is null where its words are not known, or hold something that is masked; the
 * program may be known all the same.
 */
const ScriptPart = Strict({
  program: Nullable(Type.String()),
  command: Nullable(Type.String()),
  risk_level: RiskLevel,
  effects: Type.Array(Type.String()),
  reasons: Type.Array(Type.String()),
  line: Nullable(Type.Integer({ description: 'The line on which it begins; null where it cannot be found' })),
  marked: Type.Boolean({ description: 'It alone is reason enough to ask' }),
});

/** A script in full. A segment that belongs to a marked part says to which, as an index into `parts`. */
const ScriptSection = Strict({
  kind: Type.Literal('script'),
  label: Type.String(),
  lines: Type.Array(
    Strict({
      number: Nullable(Type.Integer()),
      segments: Type.Array(Strict({ text: Type.String(), part: Nullable(Type.Integer()) })),
    }),
  ),
  parts: Type.Array(ScriptPart),
  notes: Type.Array(Type.String()),
});

/**
 * What becomes of a text, line by line. `number` counts lines of what will be there, for `remove` of what was there;
 * `note` is no line of the text.
 */
const DiffSection = Strict({
  kind: Type.Literal('diff'),
  label: Type.String(),
  lines: Type.Array(
    Strict({
      kind: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('same'), Type.Literal('note')]),
      number: Nullable(Type.Integer()),
      text: Type.String(),
    }),
  ),
  notes: Type.Array(Type.String()),
});

/** Arguments by name, or with a label what that says. */
const FieldsSection = Strict({
  kind: Type.Literal('fields'),
  label: Type.Optional(Type.Literal('request', { description: 'What a service will be sent' })),
  fields: Type.Array(Strict({ label: Type.String(), text: Type.String() })),
});

export const DisplaySection = Type.Union([ArgvSection, ScriptSection, DiffSection, FieldsSection]);
export type DisplaySection = Static<typeof DisplaySection>;

/**
 * A8: what a person reads, rendered from the sealed call. Every text in it is plain text with nothing hidden in it.
 * `complete` is false when a part could not be shown: such a call cannot be remembered. `showable` is false when too
 * much of it could not be shown: such a call cannot be approved.
 */
export const Display = Strict({
  title: Type.String(),
  sections: Type.Array(DisplaySection),
  complete: Type.Boolean(),
  showable: Type.Boolean(),
  warnings: Type.Array(Type.String()),
});
export type Display = Static<typeof Display>;

export const DecisionView = Strict({
  decision: DecisionVerb,
  decided_by: Strict({ user_id: Uuid, name: Type.String() }),
  decided_at: Timestamp,
  feedback: Nullable(Type.String()),
  grant_id: Nullable(Uuid),
});
export type DecisionView = Static<typeof DecisionView>;

export const Effect = Strict({
  kind: Type.Enum(['reads', 'writes', 'deletes', 'executes', 'network']),
  target: Type.String({ description: 'A path, a program or a host' }),
});

export const ApprovalView = Strict({
  approval_id: Uuid,
  tool_id: Uuid,
  project_id: Uuid,
  session_id: Uuid,
  agent: Strict({ agent_id: Uuid, name: Type.String() }),
  tool_name: Type.String(),
  tool_params: Type.Unknown(),
  original_params: Type.Unknown(),
  description: Type.String(),
  display: Display,
  agent_note: Nullable(Type.String({ description: "The agent's own words; never trusted" })),
  risk_level: RiskLevel,
  reasons: Type.Array(Type.String()),
  effects: Type.Array(Effect, { description: 'What it would do, as far as code can tell; told while it waits' }),
  network: Type.Boolean({ description: 'Whether it may use the network where it runs' }),
  target: ToolTarget,
  source: Type.String({ description: 'builtin, or the service that offers the tool' }),
  runs_on: Type.Array(Strict({ name: Type.String(), machine: Type.String(), sandbox: SandboxKind }), {
    description: 'Runners that are there and may run it; told while it waits',
  }),
  rule_id: Type.String(),
  scopes: Type.Array(ScopeOffer),
  digest: Type.String(),
  status: ApprovalStatus,
  requested_at: Timestamp,
  deadline_at: Nullable(Timestamp),
  timeout_seconds: Nullable(Type.Integer()),
  decision: Nullable(DecisionView),
});
export type ApprovalView = Static<typeof ApprovalView>;

const digest = Type.Optional(
  Type.String({
    minLength: 64,
    maxLength: 64,
    description: 'Digest of the call that was shown; refused if it is another',
  }),
);
const feedback = Type.Optional(PlainText({ maxLength: limits.feedbackLengthMax }));
const remember = {
  scope: Type.Optional(GrantScope),
  expires_in_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.grantSecondsMax })),
};

export const ApproveRequest = Strict({ decision: Type.Optional(Type.Literal('approved')), digest, ...remember });
export const RejectRequest = Strict({ reason: feedback, digest });

export const DecisionRequest = Strict({
  decision: DecisionVerb,
  feedback,
  modified_arguments: Type.Optional(FreeObject),
  digest,
  ...remember,
});
export type DecisionRequest = Static<typeof DecisionRequest>;

export const CheckEditRequest = Strict({ modified_arguments: FreeObject });

/** What an edit would be, were it approved. */
export const EditCheck = Strict({
  risk_level: RiskLevel,
  rule_id: Type.String(),
  reasons: Type.Array(Type.String()),
  effects: Type.Array(Effect),
  display: Display,
  changed: Type.Array(Type.String(), { description: 'Arguments that are not as the agent asked for them' }),
});
export type EditCheck = Static<typeof EditCheck>;

export const DecisionResponse = Strict({
  success: Type.Literal(true),
  approval_id: Uuid,
  tool_id: Uuid,
  status: ApprovalStatus,
  call_status: CallStatus,
  decision: DecisionView,
  grant: Nullable(GrantView),
});
export type DecisionResponse = Static<typeof DecisionResponse>;

export const BatchDecisionRequest = Strict({
  decisions: Type.Array(
    Strict({
      approval_id: Uuid,
      decision: Type.Union([Type.Literal('approve'), Type.Literal('reject')]),
      feedback,
      digest,
    }),
    { minItems: 1, maxItems: limits.batchDecisionsMax },
  ),
});
export type BatchDecisionRequest = Static<typeof BatchDecisionRequest>;

export const BatchDecisionResponse = Strict({
  results: Type.Array(
    Strict({
      approval_id: Uuid,
      status: Type.Integer({ description: 'The HTTP status this decision would have had alone' }),
      response: Nullable(DecisionResponse),
      problem: Type.Unknown(),
    }),
  ),
});
