import { isLinearPattern } from '@countersign/policy';
import { importLimits } from '../inventory/limits.ts';
import { type Conversion, convertSchema } from './convert-schema.ts';
import type { PlainSchema } from './plain-schema.ts';
import type { FoundSchema, SchemaDocument } from './schema-document.ts';
import { tooDeepDefinitions } from './too-deep-definitions.ts';

/** A definition that schemas refer to, converted once for all of them. */
type Definition = {
  readonly schema: PlainSchema;
  readonly refs: readonly Entry[];
  readonly length: number;
  readonly nodes: number;
  readonly isCut: boolean;
};
type Entry = {
  readonly name: string;
  readonly found: FoundSchema;
  full?: Definition;
  bare?: Definition;
  /** Others that a value has to meet as a whole where it meets this one. */
  atOnce?: readonly Entry[];
};

/** A schema with everything that it refers to in `$defs`. */
export type FinishedSchema = {
  readonly schema: PlainSchema;
  /** Parts of it were replaced by "anything". */
  readonly isCut: boolean;
  /** Even so it is larger than a tool may be. */
  readonly isTooLarge: boolean;
};

/**
 * Schemas of one import. Operations of a large service refer to the same definitions again and again: each is converted
 * once, and each tool gets those that it reaches, the nearest first, until the limit.
 */
export class SchemaLibrary {
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Set<string>();
  readonly #patterns = new Map<string, boolean>();
  readonly #onDroppedPattern: (pattern: string) => void;
  #patternsLength = 0;

  constructor(onDroppedPattern: (pattern: string) => void) {
    this.#onDroppedPattern = onDroppedPattern;
  }

  /** Conversion of the parts of one tool's schema. */
  open({ hasTexts }: { readonly hasTexts: boolean }): SchemaParts {
    const refs = new Set<Entry>();
    const conversion = this.#conversion(hasTexts, refs);
    return {
      convert: (value, document) => convertSchema(value, document, conversion),
      finish: (root) => this.#finish(root, refs, { hasTexts, isCut: conversion.isCut, nodes: conversion.nodes }),
    };
  }

  #finish(
    root: PlainSchema,
    refs: ReadonlySet<Entry>,
    { hasTexts, isCut, nodes }: { hasTexts: boolean; isCut: boolean; nodes: number },
  ): FinishedSchema {
    const rootLength = JSON.stringify(root).length;
    if (refs.size === 0) return { schema: root, isCut, isTooLarge: rootLength > importLimits.schemaLengthMax };
    const full = hasTexts ? this.#gather(refs, true, rootLength, nodes) : null;
    const { defs, isCut: isGatheredCut } = full?.isCut === false ? full : this.#gather(refs, false, rootLength, nodes);
    const tooDeep = tooDeepDefinitions(root, defs);
    for (const name of tooDeep) defs[name] = {};
    return {
      schema: { ...root, $defs: defs },
      isCut: isCut || isGatheredCut || tooDeep.size > 0,
      isTooLarge: rootLength > importLimits.schemaLengthMax,
    };
  }

  /** Level by level, so that what is cut is what is farthest. With texts it is all or nothing. */
  #gather(refs: ReadonlySet<Entry>, hasTexts: boolean, startLength: number, startNodes: number) {
    const defs: Record<string, PlainSchema> = {};
    const seen = new Set(refs);
    let length = startLength;
    let nodes = startNodes;
    let isCut = false;
    // Grows while it is walked.
    for (const entry of seen) {
      const definition = isCut ? null : this.#define(entry, hasTexts);
      length += definition?.length ?? 0;
      nodes += definition?.nodes ?? 0;
      if (definition === null || length > importLimits.schemaLengthMax || nodes > importLimits.schemaNodesMax) {
        isCut = true;
        if (hasTexts) break;
        defs[entry.name] = {};
        continue;
      }
      defs[entry.name] = definition.schema;
      for (const ref of definition.refs) seen.add(ref);
    }
    const isAnyCut = isCut || [...seen].some(({ full, bare }) => (hasTexts ? full : bare)?.isCut === true);
    return { defs, isCut: isAnyCut };
  }

  #define(entry: Entry, hasTexts: boolean): Definition {
    const known = hasTexts ? entry.full : entry.bare;
    if (known !== undefined) return known;
    const definition = this.#isCircular(entry) ? circular : this.#convert(entry, hasTexts);
    if (hasTexts) entry.full = definition;
    else entry.bare = definition;
    return definition;
  }

  #convert({ found }: Entry, hasTexts: boolean): Definition {
    const refs = new Set<Entry>();
    const conversion = this.#conversion(hasTexts, refs);
    const schema = convertSchema(found.value, found.document, conversion);
    const { nodes, isCut } = conversion;
    return { schema, refs: [...refs], length: JSON.stringify(schema).length, nodes, isCut };
  }

  /** Whether checking a value by it would lead to checking the same value by it again, without end. */
  #isCircular(entry: Entry): boolean {
    const met = new Set(this.#atOnce(entry));
    // Grows while it is walked.
    for (const each of met) {
      if (each === entry) return true;
      for (const next of this.#atOnce(each)) met.add(next);
    }
    return false;
  }

  #atOnce(entry: Entry): readonly Entry[] {
    if (entry.atOnce === undefined) {
      const { schema, refs } = this.#convert(entry, false);
      const names = new Set(referencesAtOnce(schema));
      entry.atOnce = refs.filter(({ name }) => names.has(name));
    }
    return entry.atOnce;
  }

  #conversion(hasTexts: boolean, refs: Set<Entry>): Conversion {
    return {
      hasTexts,
      nameOf: (found) => {
        const entry = this.#entry(found);
        refs.add(entry);
        return entry.name;
      },
      isUsablePattern: (pattern) => this.#isUsablePattern(pattern),
      nodes: 0,
      isCut: false,
    };
  }

  #entry(found: FoundSchema): Entry {
    const known = this.#entries.get(found.key);
    if (known !== undefined) return known;
    const base =
      found.name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, importLimits.argumentNameLengthMax) || 'schema';
    let name = base;
    for (let count = 2; this.#names.has(name); count += 1) name = `${base}_${count}`;
    this.#names.add(name);
    const entry: Entry = { name, found };
    this.#entries.set(found.key, entry);
    return entry;
  }

  #isUsablePattern(pattern: string): boolean {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) return known;
    this.#patternsLength += pattern.length;
    const isUsable =
      pattern.length <= importLimits.patternLengthMax &&
      this.#patternsLength <= importLimits.patternsLengthMax &&
      repeatsIn(pattern) <= importLimits.patternRepeatsMax &&
      isLinearPattern(pattern);
    this.#patterns.set(pattern, isUsable);
    if (!isUsable) this.#onDroppedPattern(pattern);
    return isUsable;
  }
}

/** Says nothing: the compiler and every check by it would run in a circle. */
const circular: Definition = { schema: {}, refs: [], length: 2, nodes: 1, isCut: false };

/** Names of definitions that a value has to meet as a whole, not in its parts. */
function referencesAtOnce(schema: PlainSchema): string[] {
  if (typeof schema.$ref === 'string') return [schema.$ref.slice('#/$defs/'.length)];
  const parts = [schema.allOf ?? [], schema.anyOf ?? []].flat() as PlainSchema[];
  return parts.flatMap(referencesAtOnce);
}

function repeatsIn(pattern: string): number {
  let sum = 0;
  for (const [, least, most] of pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)) sum += Number(most || least);
  return sum;
}

export type SchemaParts = {
  readonly convert: (value: unknown, document: SchemaDocument) => PlainSchema;
  readonly finish: (root: PlainSchema) => FinishedSchema;
};
