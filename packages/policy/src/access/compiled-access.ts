import type { Group } from './compile-group.ts';
import type { AccessPolicy } from './compile-policy.ts';

/** A file, compiled. */
export type CompiledAccess = {
  /** By their ids. */
  readonly groups: ReadonlyMap<string, Group>;
  readonly policies: readonly AccessPolicy[];
  /** Tools that are built in are a matter of the policy file, until a group names their source. */
  readonly isBuiltInGoverned: boolean;
};

/** The source of tools that come with the product. */
export const builtInSource = 'builtin';
