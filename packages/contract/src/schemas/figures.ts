import { type Static, Type } from 'typebox';
import { Nullable, Strict, Timestamp, Uuid } from './primitives.ts';

const Counts = {
  asked: Type.Integer(),
  approved: Type.Integer({ description: 'Edited ones too' }),
  rejected: Type.Integer(),
  expired: Type.Integer(),
  median_seconds: Nullable(Type.Number({ description: 'From the request to the decision of a person' })),
  hasty: Type.Integer({ description: 'Approved sooner than anyone can have read what was shown' }),
};

/**
 * What would make a rule ask less, or be answered better. `allow`: it is always approved, a rule can say so. `deny`: it
 * is never approved. `remember`: the same is asked again and again in one session. `unanswered`: nobody is there to
 * answer. `read`: answers come too fast to have been read. `keep`: it asks as it should.
 */
const proposals = ['allow', 'deny', 'remember', 'unanswered', 'read', 'keep'] as const;
export type ProposalKind = (typeof proposals)[number];

export const RuleFigures = Strict({
  rule_id: Type.String(),
  ...Counts,
  tools: Type.Array(Type.String(), { description: 'What it asks about most' }),
  proposal: Strict({
    kind: Type.Enum(proposals),
    tool_id: Nullable(Uuid),
    what: Nullable(Type.String({ description: 'The calls it is about, in a few words' })),
  }),
});
export type RuleFigures = Static<typeof RuleFigures>;

/** How much people are asked, and what becomes of it: whether anyone still reads. */
export const FiguresView = Strict({
  since: Timestamp,
  until: Timestamp,
  ...Counts,
  withdrawn: Type.Integer(),
  waiting: Type.Integer(),
  per_hour: Type.Number({ description: 'Requests an hour, over the hours in which there were any' }),
  busiest: Nullable(Strict({ from: Timestamp, asked: Type.Integer() })),
  unasked: Strict({
    allowed_by_rule: Type.Integer(),
    allowed_by_grant: Type.Integer(),
    denied: Type.Integer(),
  }),
  bucket_seconds: Type.Integer(),
  buckets: Type.Array(
    Strict({ from: Timestamp, asked: Type.Integer(), approved: Type.Integer(), rejected: Type.Integer() }),
  ),
  rules: Type.Array(RuleFigures, { description: 'Those that ask most come first' }),
  reading_characters_per_second: Type.Integer(),
  is_complete: Type.Boolean({ description: 'False where there were more calls than are looked at' }),
});
export type FiguresView = Static<typeof FiguresView>;
