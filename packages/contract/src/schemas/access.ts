import { type Static, Type } from 'typebox';
import { FreeObject, Strict, Uuid } from './primitives.ts';

export const ExplainAccessRequest = Strict({
  agent_id: Type.Optional(Uuid),
  claims: Type.Optional(FreeObject),
  tool_id: Type.Optional(Type.String()),
});
/** U10: why a principal may or may not use tools. */
export const AccessExplanation = Strict({
  claims: FreeObject,
  is_governed: Type.Boolean({ description: 'False where there is no access file: then everyone may use every tool' }),
  policies: Type.Array(
    Strict({ id: Type.String(), applies: Type.Boolean(), because: Type.String(), groups: Type.Array(Type.String()) }),
  ),
  tools: Type.Array(Strict({ tool_id: Type.String(), is_allowed: Type.Boolean(), because: Type.String() })),
});
export type AccessExplanation = Static<typeof AccessExplanation>;
