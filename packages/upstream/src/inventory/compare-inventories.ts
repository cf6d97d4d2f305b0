import { canonicalJson, type ToolChange, type ToolDefinition } from '@countersign/contract';
import { compareLines, visibleLine } from '@countersign/policy';
import { importLimits } from './limits.ts';

/** A tool as it was when the source was last looked at. */
export type KnownTool = { readonly definition: ToolDefinition; readonly isDeprecated: boolean };

/** U1: what is not as it was, by name: new, changed, gone, or there again. */
export function compareInventories(before: readonly KnownTool[], after: readonly ToolDefinition[]): ToolChange[] {
  const known = new Map(before.map((tool) => [tool.definition.name, tool]));
  const present = new Set(after.map(({ name }) => name));
  const changes: ToolChange[] = [];
  for (const definition of after) {
    const old = known.get(definition.name);
    const isSame = old !== undefined && canonicalJson(old.definition) === canonicalJson(definition);
    if (isSame && !old.isDeprecated) continue;
    const kind = old === undefined ? 'added' : old.isDeprecated ? 'restored' : 'changed';
    const diff = old === undefined || isSame ? [] : definitionDiff(old.definition, definition);
    changes.push({ tool_id: definition.name, kind, diff });
  }
  for (const { definition, isDeprecated } of before) {
    if (!isDeprecated && !present.has(definition.name))
      changes.push({ tool_id: definition.name, kind: 'removed', diff: [] });
  }
  return changes.sort((a, b) => (a.tool_id < b.tool_id ? -1 : 1));
}

/** Hosts that tools go to and none went to before: credentials would follow. */
export function newHosts(before: readonly KnownTool[], after: readonly ToolDefinition[]): string[] {
  const known = new Set(before.map(({ definition }) => definition.upstream?.host));
  const found = new Set(after.map(({ upstream }) => upstream?.host));
  return [...found].filter((host): host is string => host !== undefined && !known.has(host)).sort();
}

/** The lines that differ with a few around them; what a screen would hide is written out. */
function definitionDiff(before: ToolDefinition, after: ToolDefinition): string[] {
  const lines = compareLines(linesOf(before), linesOf(after));
  const isNear = new Array<boolean>(lines.length).fill(false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const { diffContextLines } = importLimits;
    isNear.fill(true, Math.max(0, index - diffContextLines), index + diffContextLines + 1);
  }
  const shown: string[] = [];
  for (const [index, { kind, text }] of lines.entries()) {
    if (isNear[index]) shown.push(`${kind === 'add' ? '+' : kind === 'remove' ? '-' : ' '} ${visibleLine(text)}`);
    else if (isNear[index - 1]) shown.push('  …');
  }
  const { diffLinesMax } = importLimits;
  if (shown.length <= diffLinesMax) return shown;
  return [...shown.slice(0, diffLinesMax), `  … ${shown.length - diffLinesMax} more lines differ`];
}

/** One line for each value, with the way to it, so that a line by itself says what it is about. */
function linesOf(definition: ToolDefinition): string[] {
  const lines: string[] = [];
  write(definition, '', lines);
  return lines;
}

function write(value: unknown, path: string, lines: string[]): void {
  if (typeof value === 'string' && value.includes('\n')) {
    for (const line of value.split('\n')) lines.push(`${path}: ${line}`);
  } else if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    lines.push(`${path}: [${value.map((each) => JSON.stringify(each)).join(', ')}]`);
  } else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const [key, each] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      write(each, step(path, key), lines);
  } else {
    lines.push(`${path}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
}

function step(path: string, key: string): string {
  const name = /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? name : `${path}.${name}`;
}
