/** One argument of a tool, or a part of one, as a person reads it. */
export type ArgumentRow = {
  /** `body.toppings[]`: from the outside in. */
  readonly path: string;
  readonly types: readonly string[];
  /** What a list holds. */
  readonly itemTypes: readonly string[];
  readonly isRequired: boolean;
  readonly description: string;
  readonly preset: string | null;
  readonly oneOf: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  readonly pattern: string | null;
};

type Schema = Readonly<Record<string, unknown>>;

/** The rest is in the raw schema, which is shown too. */
const depthMax = 5;
const rowsMax = 200;

/** A JSON Schema as a flat list: every argument, and what is inside of those that are objects or lists of objects. */
export function argumentRows(schema: unknown): readonly ArgumentRow[] {
  const rows: ArgumentRow[] = [];
  if (isSchema(schema)) addProperties(rows, schema, schema, '', 0);
  return rows;
}

function addProperties(rows: ArgumentRow[], root: Schema, object: Schema, prefix: string, depth: number): void {
  const properties = isSchema(object.properties) ? object.properties : {};
  const required = new Set(Array.isArray(object.required) ? object.required : []);
  for (const [name, given] of Object.entries(properties)) {
    if (rows.length >= rowsMax) return;
    const property = resolved(root, given);
    const items = resolved(root, property.items);
    const path = prefix + name;
    rows.push(rowOf(root, path, property, items, required.has(name)));
    if (depth >= depthMax) continue;
    addProperties(rows, root, property, `${path}.`, depth + 1);
    addProperties(rows, root, items, `${path}[].`, depth + 1);
  }
}

function rowOf(root: Schema, path: string, property: Schema, items: Schema, isRequired: boolean): ArgumentRow {
  const values = Array.isArray(property.enum) ? property.enum : 'const' in property ? [property.const] : [];
  return {
    path,
    types: typesOf(root, property),
    itemTypes: typesOf(root, items),
    isRequired,
    description: typeof property.description === 'string' ? property.description : '',
    preset: property.default === undefined ? null : JSON.stringify(property.default),
    oneOf: values.map((value) => JSON.stringify(value)),
    min: numberOf(property, ['minimum', 'minLength', 'minItems']),
    max: numberOf(property, ['maximum', 'maxLength', 'maxItems']),
    pattern: typeof property.pattern === 'string' ? property.pattern : null,
  };
}

function typesOf(root: Schema, schema: Schema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.map(String);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices))
    return [...new Set(choices.map((each) => resolved(root, each)).flatMap(({ type }) => type ?? []))].map(String);
  return isSchema(schema.properties) ? ['object'] : [];
}

function numberOf(schema: Schema, names: readonly string[]): number | null {
  const found = names.map((name) => schema[name]).find((value) => typeof value === 'number');
  return found ?? null;
}

/** What a `$ref` within the schema leads to; a reference to a reference is left to the raw schema. */
function resolved(root: Schema, given: unknown): Schema {
  if (!isSchema(given)) return {};
  const { $ref: reference } = given;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return given;
  let found: unknown = root;
  for (const name of reference.slice(2).split('/'))
    found = isSchema(found) ? found[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isSchema(found) ? { ...found, ...given } : given;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
