import { type Static, type TSchema, Type } from 'typebox';
import { asymmetricAlgorithms } from './asymmetric-algorithms.ts';
import { accessLimits as limits } from './limits.ts';

/**
 * The shape of an access file. It validates, its types are those of the code, and editors get it as JSON Schema. Each
 * description completes the sentence "expected …", for whoever wrote something else.
 */
const Pattern = Type.String({ minLength: 1, maxLength: limits.patternLengthMax });
const Scalar = Type.Union([Pattern, Type.Number(), Type.Boolean()]);
const Id = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]*$',
  maxLength: limits.idLengthMax,
  description: `a name of small letters, digits, ".", "_" and "-", up to ${limits.idLengthMax} characters`,
});
const Description = Type.String({
  minLength: 1,
  maxLength: limits.descriptionLengthMax,
  description: `a sentence of up to ${limits.descriptionLengthMax} characters`,
});
const Tools = (what: string) =>
  Type.Array(Pattern, {
    minItems: 1,
    maxItems: limits.toolsPerGroupMax,
    description: `a list of names or globs of tools that ${what}`,
  });
const Text = (description: string, more: { pattern?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: 2_000, description, ...more });

const Selector = Type.Object(
  {
    source: Type.Optional(oneOrMore(Pattern, 'the name of a source, a glob, regex:…, or a list')),
    name: Type.Optional(oneOrMore(Pattern, 'the name of a tool, a glob such as pizzeria__list_*, regex:…, or a list')),
    path: Type.Optional(oneOrMore(Pattern, 'a path of the service such as /orders/*, regex:…, or a list')),
    method: Type.Optional(oneOrMore(Pattern, 'a method such as GET, or a list')),
    tags: Type.Optional(oneOrMore(Pattern, 'a tag, a glob, regex:…, or a list, of which the tool has one')),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'a selector with at least one of source, name, path, method and tags',
  },
);
export type Selector = Static<typeof Selector>;

const Group = Type.Object(
  {
    id: Id,
    description: Type.Optional(Description),
    select: Type.Optional(
      Type.Array(Selector, {
        minItems: 1,
        maxItems: limits.selectorsPerGroupMax,
        description: `a list of up to ${limits.selectorsPerGroupMax} selectors, any of which is enough`,
      }),
    ),
    include: Type.Optional(Tools('are in it whatever the selectors say')),
    exclude: Type.Optional(Tools('are not in it whatever else says so')),
  },
  { additionalProperties: false, description: 'a group: `id`, and `select` or `include`' },
);
export type GroupOfFile = Static<typeof Group>;

const Claims = Type.Record(Type.String(), oneOrMore(Scalar, 'a value, a glob, regex:…, or a list'), {
  minProperties: 1,
  maxProperties: limits.claimsPerPolicyMax,
  description: 'claims such as `realm_access.roles: waiter`, all of which must match',
});

const Policy = Type.Object(
  {
    id: Id,
    description: Type.Optional(Description),
    match: Type.Object({ claims: Claims }, { additionalProperties: false, description: '`claims:`' }),
    groups: Type.Array(Id, { minItems: 1, maxItems: limits.groupsMax, description: 'a list of ids of groups' }),
  },
  { additionalProperties: false, description: 'a policy: `id`, `match` and `groups`' },
);
export type PolicyOfAccessFile = Static<typeof Policy>;

const Url = (description: string) => Text(description, { pattern: '^https?://' });
const ClaimName = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

/** U3: who may vouch for agents that come with tokens of their own. */
export const IssuerSettings = Type.Object(
  {
    issuer: Url('the address of an OpenID provider, as its tokens name it'),
    audience: Text('the audience that its tokens must have: the name of this server there'),
    project: Text('the name or id of the project that its agents belong to'),
    owner: Type.Optional(Text('the name of the user on whose behalf its agents act')),
    jwks_uri: Type.Optional(Url('the address of its keys, where they are not to be looked up')),
    algorithms: Type.Optional(
      Type.Array(Type.Enum(asymmetricAlgorithms), {
        minItems: 1,
        maxItems: 20,
        description: 'a list of signature algorithms such as RS256; those with a shared key are not among them',
      }),
    ),
    subject_claim: Type.Optional(ClaimName('the claim that names the subject, instead of sub')),
    actor_claim: Type.Optional(ClaimName('the claim that names the agent, instead of act, azp or client_id')),
    name_claim: Type.Optional(ClaimName('the claim that people know the agent by')),
    clock_leeway_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 300, description: 'whole seconds from 0 to 300' }),
    ),
  },
  { additionalProperties: false, description: 'an issuer: `issuer`, `audience` and `project`' },
);
export type IssuerSettings = Static<typeof IssuerSettings>;

export const AccessFile = Type.Object(
  {
    version: Type.Literal(1, { description: '1, the only version there is' }),
    issuers: Type.Optional(
      Type.Array(IssuerSettings, {
        maxItems: limits.issuersMax,
        description: `a list of up to ${limits.issuersMax} issuers`,
      }),
    ),
    groups: Type.Array(Group, {
      maxItems: limits.groupsMax,
      description: `a list of up to ${limits.groupsMax} groups`,
    }),
    policies: Type.Array(Policy, {
      maxItems: limits.policiesMax,
      description: `a list of up to ${limits.policiesMax} policies`,
    }),
  },
  { additionalProperties: false, description: '`version: 1`, `groups:` and `policies:`' },
);
export type AccessFile = Static<typeof AccessFile>;

function oneOrMore<S extends TSchema>(item: S, description: string) {
  return Type.Union([item, Type.Array(item, { minItems: 1, maxItems: limits.choicesMax })], { description });
}
