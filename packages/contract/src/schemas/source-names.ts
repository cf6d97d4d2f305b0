import { Type } from 'typebox';
import { limits } from '../limits.ts';

const sourceKinds = ['openapi', 'http', 'mcp'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const SourceKind = Type.Enum(sourceKinds);

/** Names its tools too: `pizzeria` has `pizzeria__list_menu`. */
export const SourceName = Type.String({
  pattern: '^(?!builtin$)[a-z0-9][a-z0-9-]{0,39}$',
  description: 'Small letters, digits and "-", at most 40; not "builtin"',
});
export const SecretName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Name of a secret that `countersign secrets set` stored',
});
/** Where its name and those of its source go: 128 characters that every protocol takes. */
export const UpstreamToolName = Type.String({ pattern: `^[A-Za-z0-9_.-]{1,${limits.toolNameLengthMax}}$` });
