import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/contract';
import { checkShape } from '../rules/check-shape.ts';
import { ruleLimits } from '../rules/limits.ts';
import { byPlace, type Issue, type Problem } from '../rules/problem.ts';
import { readYaml } from '../rules/read-yaml.ts';
import { AccessFile } from './access-file.ts';
import { type AccessRules, createAccessRules } from './access-rules.ts';
import { checkAccess } from './check-access.ts';

export type ParsedAccess =
  | { readonly ok: true; readonly rules: AccessRules }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** U10: the text of an access file as rules, or everything in it that has to be changed first. */
export function parseAccess(text: string): ParsedAccess {
  const yaml = readYaml(text, 'an access file');
  if (!yaml.ok) return yaml;
  const value = withLists(yaml.value);
  const refuse = (issues: readonly Issue[]): ParsedAccess => ({
    ok: false,
    problems: issues.map(yaml.locate).sort(byPlace).slice(0, ruleLimits.problemsMax),
  });
  const shape = checkShape(AccessFile, value);
  if (shape.length > 0) return refuse(shape);
  const file = value as AccessFile;
  const issues = checkAccess(file);
  if (issues.length > 0) return refuse(issues);
  const version = versionOf(file);
  if (version !== null) return { ok: true, rules: createAccessRules(file, version) };
  return refuse([{ place: { path: [], at: 'value' }, message: 'a text in it holds half a character: change it' }]);
}

/** `groups:` with nothing but comments below it is a file without groups. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const listed = Object.entries(value).map(([key, each]) =>
    each === null && ['groups', 'policies', 'issuers'].includes(key) ? [key, []] : [key, each],
  );
  return Object.fromEntries(listed);
}

const versionDigits = 16;

function versionOf(file: AccessFile): string | null {
  try {
    return `sha256:${createHash('sha256').update(canonicalJson(file)).digest('hex').slice(0, versionDigits)}`;
  } catch {
    return null;
  }
}
