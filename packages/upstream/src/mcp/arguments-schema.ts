import { isPlainText } from '../inventory/clean-text.ts';
import { importLimits } from '../inventory/limits.ts';
import { findPointer } from '../schema/find-pointer.ts';
import { agreesWith, isRecord, own, type PlainSchema } from '../schema/plain-schema.ts';
import { type FoundSchema, type SchemaDocument, UnusableReference } from '../schema/schema-document.ts';
import type { FinishedSchema, SchemaLibrary } from '../schema/schema-library.ts';

/** The schema of a tool by itself: references stay inside it. */
class SchemaByItself implements SchemaDocument {
  readonly #root: unknown;

  constructor(root: unknown) {
    this.#root = root;
  }

  find(ref: string): FoundSchema {
    let pointer = ref;
    for (let steps = 0; steps < importLimits.refChainMax; steps += 1) {
      if (!pointer.startsWith('#'))
        throw new UnusableReference('its schema refers to another document, and nothing is fetched');
      const { value, name } = findPointer(this.#root, pointer.slice(1));
      const next = own(value, '$ref');
      if (typeof next !== 'string') return { key: pointer, name, value, document: this };
      pointer = next;
    }
    throw new UnusableReference('its schema refers to itself without end');
  }
}

/** Arguments of an MCP tool as an object that refuses what it does not describe. */
export function argumentsSchema(given: unknown, library: SchemaLibrary): ArgumentsSchema {
  const document = new SchemaByItself(given);
  const ref = own(given, '$ref');
  const root = typeof ref === 'string' ? document.find(ref).value : given;
  const full = convertRoot(root, document, library, true);
  const { schema, isCut } = full.isTooLarge ? convertRoot(root, document, library, false) : full;
  const rest = own(root, 'additionalProperties');
  return { schema, isCut, isOpen: rest === true || isRecord(rest) };
}

export type ArgumentsSchema = {
  readonly schema: PlainSchema;
  /** Parts of it were replaced by "anything". */
  readonly isCut: boolean;
  /** The server would take keys that it does not describe. */
  readonly isOpen: boolean;
};

function convertRoot(
  root: unknown,
  document: SchemaDocument,
  library: SchemaLibrary,
  hasTexts: boolean,
): FinishedSchema {
  const parts = library.open({ hasTexts });
  return parts.finish(closed(parts.convert(root, document), root, document));
}

/** An object whose every key is known: those of its own, and those that its parts and choices describe. */
function closed(converted: PlainSchema, root: unknown, document: SchemaDocument): PlainSchema {
  const described = isRecord(converted.properties) ? converted.properties : {};
  const others = namesIn(root, document, 0).filter((name) => !Object.hasOwn(described, name));
  const compositions = (['allOf', 'anyOf'] as const).filter((word) => {
    const given = converted[word] as readonly PlainSchema[] | undefined;
    return given?.every((each) => agreesWith(each, ['object'])) === true;
  });
  const kept = ['required', ...compositions, 'minProperties', 'maxProperties'].filter(
    (word) => converted[word] !== undefined,
  );
  return {
    type: 'object',
    properties: { ...described, ...Object.fromEntries(others.map((name) => [name, {}])) },
    ...Object.fromEntries(kept.map((word) => [word, converted[word]])),
    additionalProperties: false,
  };
}

const compositionDepthMax = 5;

function namesIn(value: unknown, document: SchemaDocument, depth: number): string[] {
  if (!isRecord(value) || depth > compositionDepthMax) return [];
  const ref = own(value, '$ref');
  if (typeof ref === 'string') return namesIn(document.find(ref).value, document, depth + 1);
  const names = Object.keys(isRecord(value.properties) ? value.properties : {});
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) =>
    Array.isArray(value[word]) ? (value[word] as unknown[]) : [],
  );
  return [
    ...names.filter((name) => name !== '__proto__' && isPlainText(name)),
    ...parts.flatMap((part) => namesIn(part, document, depth + 1)),
  ];
}
