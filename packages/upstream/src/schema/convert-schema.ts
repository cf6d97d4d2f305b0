import { cleanText, isPlainText } from '../inventory/clean-text.ts';
import { importLimits } from '../inventory/limits.ts';
import { agreesWith, isAnything, isRecord, isTypeName, own, type PlainSchema, type TypeName } from './plain-schema.ts';
import { counts, numberKeywords, stringKeywords, valuesFor } from './scalar-keywords.ts';
import type { FoundSchema, SchemaDocument } from './schema-document.ts';

/** What a conversion needs from around it, and what it tells. */
export type Conversion = {
  /** Whether descriptions come along. */
  readonly hasTexts: boolean;
  /** The name in `$defs` of what a reference leads to. */
  readonly nameOf: (found: FoundSchema) => string;
  readonly isUsablePattern: (pattern: string) => boolean;
  /** Schemas converted so far; at the limit the rest becomes "anything". */
  nodes: number;
  isCut: boolean;
};

type Source = Readonly<Record<string, unknown>>;
type Surroundings = { readonly document: SchemaDocument; readonly depth: number; readonly isPartOfAll: boolean };

/**
 * A schema of OpenAPI 2.0, 3.0, 3.1 or JSON Schema of any draft as one that compiles. It accepts whatever the original
 * accepts, as far as that can be said plainly, and may accept more: the service itself has the last word. So `oneOf` is
 * written as `anyOf`, and words that narrow by exclusion (`not`, `if`, `contains` …) are dropped. Defaults are the
 * service's to fill in and become part of the description; what is only ever answered (`readOnly`) is no argument.
 */
export function convertSchema(value: unknown, document: SchemaDocument, conversion: Conversion): PlainSchema {
  return convert(value, { document, depth: 0, isPartOfAll: false }, conversion);
}

function convert(value: unknown, around: Surroundings, conversion: Conversion): PlainSchema {
  if (!isRecord(value)) return {};
  conversion.nodes += 1;
  if (conversion.nodes > importLimits.schemaNodesMax || around.depth > importLimits.schemaDepthMax) {
    conversion.isCut = true;
    return {};
  }
  const schema =
    typeof own(value, '$ref') === 'string' ? reference(value, around, conversion) : describe(value, around, conversion);
  const description = conversion.hasTexts ? textOf(value) : '';
  return description === '' ? schema : { description, ...schema };
}

function reference(value: Source, { document }: Surroundings, conversion: Conversion): PlainSchema {
  const found = document.find(value.$ref as string);
  const ref = { $ref: `#/$defs/${conversion.nameOf(found)}` };
  return value.nullable === true ? orNull(ref) : ref;
}

/** What the schema says by itself, together with what it says by others. */
function describe(value: Source, around: Surroundings, conversion: Conversion): PlainSchema {
  const { types, isNullable } = typesOf(value);
  const deeper = { ...around, depth: around.depth + 1 };
  const others = [...allOf(value, deeper, conversion), ...choices(value, deeper, conversion)];
  const isComposed = others.length > 0;
  const itself = ownPart(
    value,
    isNullable && !isComposed ? [...types, 'null'] : types,
    {
      ...around,
      isPartOfAll: around.isPartOfAll || isComposed,
    },
    conversion,
  );
  const whole = together(itself, others);
  return isNullable && isComposed && !isAnything(whole) ? orNull(whole) : whole;
}

function typesOf(value: Source): { types: TypeName[]; isNullable: boolean } {
  const stated = [value.type].flat().map((type) => (type === 'file' ? 'string' : type));
  const types = [...new Set(stated.filter(isTypeName))];
  const isNullable = value.nullable === true || types.includes('null');
  const others: TypeName[] = types.filter((type) => type !== 'null');
  if (types.length === 0) others.push(...inferred(value));
  return { types: others, isNullable };
}

const meanings: readonly (readonly [TypeName, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'minItems', 'maxItems', 'prefixItems']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['number', ['minimum', 'maximum', 'multipleOf']],
];

/** Who writes `properties` without a type means an object. */
function inferred(value: Source): TypeName[] {
  const found = meanings.find(([, words]) => words.some((word) => own(value, word) !== undefined));
  return found === undefined ? [] : [found[0]];
}

function ownPart(value: Source, types: readonly TypeName[], around: Surroundings, conversion: Conversion): PlainSchema {
  const values = valuesFor(value, types, isPlainText);
  const named = values === null ? {} : { enum: values };
  const others = types.filter((type) => type !== 'null');
  if (others.length === 0) return types.length === 0 ? named : { type: 'null' };
  const isNullable = others.length < types.length;
  const parts = others.map((type) => ({ type, ...keywordsOf(type, value, around, conversion) }));
  if (parts.length === 1) {
    const [part] = parts;
    return { ...part!, type: isNullable ? [part!.type, 'null'] : part!.type, ...named };
  }
  const anyOf = isNullable ? [...parts, { type: 'null' }] : parts;
  return values === null ? { anyOf } : named;
}

function keywordsOf(type: TypeName, value: Source, around: Surroundings, conversion: Conversion): PlainSchema {
  if (type === 'string') return stringKeywords(value, conversion.isUsablePattern);
  if (type === 'number' || type === 'integer') return numberKeywords(value, type);
  if (type === 'array') return arrayKeywords(value, around, conversion);
  return type === 'object' ? objectKeywords(value, around, conversion) : {};
}

function arrayKeywords(value: Source, around: Surroundings, conversion: Conversion): PlainSchema {
  const deeper = { ...around, depth: around.depth + 1, isPartOfAll: false };
  const items = isRecord(value.items) ? convert(value.items, deeper, conversion) : {};
  // Comparing each with each takes long unless they are simple.
  const isSimple = ['string', 'number', 'integer', 'boolean'].includes(items.type as string);
  return {
    ...(isAnything(items) ? {} : { items }),
    ...counts(value, ['minItems', 'maxItems']),
    ...(value.uniqueItems === true && isSimple ? { uniqueItems: true } : {}),
  };
}

function objectKeywords(value: Source, around: Surroundings, conversion: Conversion): PlainSchema {
  const deeper = { ...around, depth: around.depth + 1, isPartOfAll: false };
  const properties: Record<string, PlainSchema> = {};
  const given = Object.entries(isRecord(value.properties) ? value.properties : {});
  const isWhole = given.length <= importLimits.schemaPropertiesMax;
  if (!isWhole) conversion.isCut = true;
  const answered = new Set<string>();
  for (const [name, each] of given.slice(0, importLimits.schemaPropertiesMax)) {
    if (name === '__proto__' || !isPlainText(name)) continue;
    if (isAnswerOnly(each, around.document)) answered.add(name);
    else properties[name] = convert(each, deeper, conversion);
  }
  const required = requiredNames(value).filter((name) => !answered.has(name));
  for (const name of required) if (!Object.hasOwn(properties, name)) properties[name] = {};
  const rest =
    isWhole && !around.isPartOfAll && own(value, 'patternProperties') === undefined ? value.additionalProperties : true;
  const additional = isRecord(rest) ? convert(rest, deeper, conversion) : {};
  return {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(rest === false
      ? { additionalProperties: false }
      : isAnything(additional)
        ? {}
        : { additionalProperties: additional }),
    ...counts(value, ['minProperties', 'maxProperties']),
  };
}

function requiredNames(value: Source): string[] {
  if (!Array.isArray(value.required)) return [];
  const names = value.required.filter((name): name is string => typeof name === 'string');
  return [...new Set(names)]
    .filter((name) => name !== '__proto__' && isPlainText(name))
    .slice(0, importLimits.schemaPropertiesMax);
}

/** `readOnly` may stand at the property, or at what it refers to. */
function isAnswerOnly(value: unknown, document: SchemaDocument): boolean {
  if (own(value, 'readOnly') === true) return true;
  const ref = own(value, '$ref');
  return typeof ref === 'string' && own(document.find(ref).value, 'readOnly') === true;
}

function allOf(value: Source, around: Surroundings, conversion: Conversion): PlainSchema[] {
  if (!Array.isArray(value.allOf)) return [];
  return takeChoices(value.allOf, conversion)
    .map((each) => convert(each, { ...around, isPartOfAll: true }, conversion))
    .filter((each) => !isAnything(each));
}

/** `anyOf` and `oneOf`; where one of the choices is anything, nothing is said. */
function choices(value: Source, around: Surroundings, conversion: Conversion): PlainSchema[] {
  return ['anyOf', 'oneOf'].flatMap((word) => {
    const given = own(value, word);
    if (!Array.isArray(given) || given.length === 0) return [];
    if (given.length > importLimits.choicesMax) {
      conversion.isCut = true;
      return [];
    }
    const converted = given.map((each) => convert(each, around, conversion));
    if (converted.some(isAnything)) return [];
    return converted.length === 1 ? [converted[0]!] : [{ anyOf: converted }];
  });
}

function takeChoices(given: readonly unknown[], conversion: Conversion): readonly unknown[] {
  if (given.length > importLimits.choicesMax) conversion.isCut = true;
  return given.slice(0, importLimits.choicesMax);
}

function together(itself: PlainSchema, others: readonly PlainSchema[]): PlainSchema {
  if (others.length === 0) return itself;
  if (isAnything(itself)) return others.length === 1 ? others[0]! : { allOf: others };
  const types = itself.type === undefined ? null : [itself.type].flat();
  const mayStandBeside = types !== null && others.every((other) => agreesWith(other, types));
  if (!mayStandBeside) return { allOf: [itself, ...others] };
  const [other] = others;
  const isOneChoice = others.length === 1 && Object.keys(other!).length === 1 && other!.anyOf !== undefined;
  return isOneChoice ? { ...itself, anyOf: other!.anyOf } : { ...itself, allOf: others };
}

function orNull(schema: PlainSchema): PlainSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

const shownDefaultLengthMax = 60;

function textOf(value: Source): string {
  const { description, default: preset, deprecated } = value;
  const said = typeof description === 'string' ? cleanText(description, importLimits.fieldDescriptionLengthMax) : '';
  const shown = preset === undefined || isRecord(preset) ? '' : (JSON.stringify(preset) ?? '');
  const isShown = shown !== '' && shown.length <= shownDefaultLengthMax && isPlainText(shown);
  return [said, isShown ? `Default: ${shown}` : '', deprecated === true ? 'Deprecated.' : '']
    .filter((each) => each !== '')
    .join('\n');
}
