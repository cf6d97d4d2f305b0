import { hash } from 'node:crypto';
import { limits } from '@countersign/contract';

const digits = 8;

/** What a tool is made from: its own name, and what tells it from others of the same name. */
export type NamedThing = { readonly name: string; readonly key: string };

/**
 * Names of tools, one for each thing: `<source>__<name>` in characters that every protocol takes. Of those that come out
 * the same, all but the first by key get digits of their key's hash, so that the order in a document changes nothing.
 */
export function nameTools(source: string, things: readonly NamedThing[]): string[] {
  const names = new Array<string>(things.length);
  const groups = Map.groupBy(things.keys(), (index) => baseName(source, things[index]!).toLowerCase());
  const taken = new Set<string>(groups.keys());
  for (const group of groups.values()) {
    const [first, ...others] = group.sort((a, b) => compare(things[a]!.key, things[b]!.key) || a - b);
    names[first!] = baseName(source, things[first!]!);
    for (const index of others) names[index] = freeName(baseName(source, things[index]!), things[index]!.key, taken);
  }
  return names;
}

function baseName(source: string, { name, key }: NamedThing): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const full = `${source}__${safe === '' ? digest(key) : safe}`;
  return full.length <= limits.toolNameLengthMax ? full : withSuffix(full, digest(name));
}

function freeName(base: string, key: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const name = withSuffix(base, digest(attempt === 0 ? key : `${attempt} ${key}`));
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, limits.toolNameLengthMax - suffix.length - 1)}_${suffix}`;
}

function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, digits);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
