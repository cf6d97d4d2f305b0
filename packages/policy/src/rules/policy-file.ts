import { RiskLevel } from '@countersign/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { ruleLimits } from './limits.ts';

/**
 * The shape of a policy file. It validates, its types are those of the code, and editors get it as JSON Schema. Each
 * description completes the sentence "expected …", for whoever wrote something else.
 */
const Glob = Type.String({ minLength: 1, maxLength: ruleLimits.globLengthMax });
const Scalar = Type.Union([
  Type.String({ maxLength: ruleLimits.globLengthMax }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
]);
const Outcome = Type.Enum(['allow', 'ask', 'deny'], { description: 'allow, ask or deny' });

const EffectTargets = Type.Object(
  {
    reads: Type.Optional(oneOrMore(Glob, 'a glob on what is read, or a list')),
    writes: Type.Optional(oneOrMore(Glob, 'a glob on what is written, or a list')),
    deletes: Type.Optional(oneOrMore(Glob, 'a glob on what is deleted, or a list')),
    executes: Type.Optional(oneOrMore(Glob, 'a glob on the program, or a list')),
    network: Type.Optional(oneOrMore(Glob, 'a glob on the host, or a list')),
  },
  { additionalProperties: false, minProperties: 1 },
);
const EffectKind = Type.Enum(['reads', 'writes', 'deletes', 'executes', 'network']);

const Match = Type.Object(
  {
    tool: Type.Optional(oneOrMore(Glob, 'the name of a tool, a glob such as github_*, or a list')),
    source: Type.Optional(
      oneOrMore(Glob, 'the name of the source that the tool comes from (builtin for the built-in ones), or a list'),
    ),
    method: Type.Optional(
      oneOrMore(Glob, 'the method with which a service is asked, such as GET, MCP for tools of MCP servers, or a list'),
    ),
    command: Type.Optional(oneOrMore(Glob, 'the plain name of a program such as git, a glob, or a list')),
    subcommand: Type.Optional(oneOrMore(Glob, 'a subcommand such as status or "run build", a glob, or a list')),
    path: Type.Optional(oneOrMore(Glob, 'a path inside the root such as src/** or *.md, outside, or a list')),
    access: Type.Optional(oneOrMore(Type.Enum(['read', 'write', 'delete']), 'read, write, delete, or a list')),
    argument: Type.Optional(
      Type.Record(Type.String(), oneOrMore(Scalar, 'a value, a glob, or a list'), {
        minProperties: 1,
        description: 'names of arguments, each with a value, a glob, or a list',
      }),
    ),
    effect: Type.Optional(
      oneOrMore(
        Type.Union([EffectKind, EffectTargets]),
        'reads, writes, deletes, executes or network, one of these with a glob such as { network: "*.npmjs.org" }, or a list',
      ),
    ),
    risk: Type.Optional(oneOrMore(RiskLevel, 'LOW, MEDIUM, HIGH, or a list')),
    agent: Type.Optional(oneOrMore(Glob, 'the id of an agent, or a list')),
    session: Type.Optional(oneOrMore(Glob, 'the id of a session, or a list')),
    project: Type.Optional(oneOrMore(Glob, 'the id of a project, or a list')),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'at least one matcher, such as `tool: "*"` for every call',
  },
);
export type Match = Static<typeof Match>;

const Example = Type.Object(
  {
    tool: Type.String({ minLength: 1, description: 'the name of a tool' }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'the arguments of the call, by name' }),
    ),
    outcome: Outcome,
    risk: Type.Optional(Type.Enum(['LOW', 'MEDIUM', 'HIGH'], { description: 'LOW, MEDIUM or HIGH' })),
    agent: Type.Optional(Type.String({ description: 'the id of the agent that asks' })),
    session: Type.Optional(Type.String({ description: 'the id of the session' })),
    project: Type.Optional(Type.String({ description: 'the id of the project' })),
  },
  { additionalProperties: false, description: 'a call and its outcome: `{ tool: …, params: { … }, outcome: ask }`' },
);

const ruleIdPattern = '^[a-z0-9][a-z0-9._-]*$';

const Rule = Type.Object(
  {
    id: Type.String({
      pattern: ruleIdPattern,
      maxLength: ruleLimits.idLengthMax,
      description: `a name of small letters, digits, ".", "_" and "-", up to ${ruleLimits.idLengthMax} characters`,
    }),
    description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ruleLimits.descriptionLengthMax,
        description: `a sentence of up to ${ruleLimits.descriptionLengthMax} characters; whoever is asked reads it`,
      }),
    ),
    match: Match,
    outcome: Outcome,
    up_to: Type.Optional(
      Type.Enum(['LOW', 'MEDIUM', 'HIGH'], {
        description: 'LOW, MEDIUM or HIGH: the highest built-in risk that an allow rule lets through',
      }),
    ),
    risk: Type.Optional(
      Type.Enum(['MEDIUM', 'HIGH'], { description: 'MEDIUM or HIGH: an ask rule raises the risk to it' }),
    ),
    network: Type.Optional(
      Type.Boolean({
        description: 'true or false: whether what it lets run may use the network, whatever code found',
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: ruleLimits.timeoutSecondsMax }), Type.Literal('none')], {
        description: `whole seconds that a person has, from 1 to ${ruleLimits.timeoutSecondsMax}, or none for no limit`,
      }),
    ),
    examples: Type.Optional(
      Type.Array(Example, {
        maxItems: ruleLimits.examplesPerRuleMax,
        description: `a list of up to ${ruleLimits.examplesPerRuleMax} examples`,
      }),
    ),
  },
  { additionalProperties: false, description: 'a rule: `id`, `match` and `outcome`' },
);
export type RuleOfFile = Static<typeof Rule>;

export const PolicyFile = Type.Object(
  {
    version: Type.Literal(1, { description: '1, the only version there is' }),
    rules: Type.Array(Rule, {
      maxItems: ruleLimits.rulesMax,
      description: `a list of up to ${ruleLimits.rulesMax} rules`,
    }),
  },
  { additionalProperties: false, description: '`version: 1` and `rules:`' },
);
export type PolicyFile = Static<typeof PolicyFile>;

function oneOrMore<S extends TSchema>(item: S, description: string) {
  return Type.Union([item, Type.Array(item, { minItems: 1, maxItems: ruleLimits.choicesMax })], { description });
}
