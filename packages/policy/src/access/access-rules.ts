import type { AccessExplanation, JsonObject } from '@countersign/contract';
import type { AccessFile, IssuerSettings } from './access-file.ts';
import { type AccessTool, compileGroup, isIn } from './compile-group.ts';
import { compilePolicy } from './compile-policy.ts';
import { builtInSource, type CompiledAccess } from './compiled-access.ts';
import { explainAccess } from './explain-access.ts';

/** U10: which tools somebody may use, by the claims of the token that they came with. */
export type AccessRules = {
  /** Names what the rules say; `none` where there is no file. */
  readonly version: string;
  /** Who may vouch for agents (U3). */
  readonly issuers: readonly IssuerSettings[];
  readonly counts: { readonly groups: number; readonly policies: number };
  mayUse(claims: JsonObject, tool: AccessTool): boolean;
  explain(claims: JsonObject, tools: readonly AccessTool[]): AccessExplanation;
};

/** Without a file everyone may use every tool. */
export const openAccess: AccessRules = {
  version: 'none',
  issuers: [],
  counts: { groups: 0, policies: 0 },
  mayUse: () => true,
  explain: (claims, tools) => explainAccess(null, claims, tools),
};

/** Rules as they are used. What a token may use, and where a tool belongs, is found once for each object that is given. */
export function createAccessRules(file: AccessFile, version: string): AccessRules {
  const compiled: CompiledAccess = {
    groups: new Map(file.groups.map((group) => [group.id, compileGroup(group)])),
    policies: file.policies.map(compilePolicy),
    isBuiltInGoverned: file.groups.some(({ select = [] }) =>
      select.some(({ source }) => [source].flat().includes(builtInSource)),
    ),
  };
  const groupsOfClaims = new WeakMap<JsonObject, ReadonlySet<string>>();
  const groupsOfTools = new WeakMap<AccessTool, readonly string[]>();
  return {
    version,
    issuers: file.issuers ?? [],
    counts: { groups: file.groups.length, policies: file.policies.length },
    mayUse(claims, tool) {
      if (tool.source === builtInSource && !compiled.isBuiltInGoverned) return true;
      const given = kept(groupsOfClaims, claims, () => groupsGiven(compiled, claims));
      if (given.size === 0) return false;
      return kept(groupsOfTools, tool, () => groupsWith(compiled, tool)).some((id) => given.has(id));
    },
    explain: (claims, tools) => explainAccess(compiled, claims, tools),
  };
}

function groupsGiven({ policies }: CompiledAccess, claims: JsonObject): ReadonlySet<string> {
  return new Set(policies.filter((policy) => policy.appliesTo(claims)).flatMap(({ groups }) => groups));
}

function groupsWith({ groups }: CompiledAccess, tool: AccessTool): readonly string[] {
  return [...groups].filter(([, group]) => isIn(group.standingOf(tool))).map(([id]) => id);
}

function kept<K extends object, V>(known: WeakMap<K, V>, key: K, find: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = find();
  known.set(key, value);
  return value;
}
