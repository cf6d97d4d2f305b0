import type { JsonObject, JsonValue } from '@countersign/contract';
import { compileArguments } from '@countersign/policy';
import { compileProfile, type ImportedTool, renderRequest } from '@countersign/upstream';

type Schema = Readonly<Record<string, unknown>>;

/**
 * What an imported tool has to be able to do: check arguments, and become a request. A text says what it cannot. Schemas
 * that are known to compile, because those of other tools were the same, are not compiled again.
 */
export function checkTool(
  { name, inputSchema, upstream }: ImportedTool,
  known: Set<string> = new Set(),
): string | null {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) return `${name}: is no name for a tool`;
  try {
    const text = JSON.stringify(inputSchema);
    if (!known.has(text)) {
      const check = compileArguments(inputSchema);
      if (check({ 'no such argument': 1 }).ok) return `${name}: takes arguments that nobody described`;
      known.add(text);
    }
    const compiled = compileProfile(upstream.profile!);
    const request = renderRequest(compiled, pathArguments(inputSchema, upstream.profile!.url_template));
    return new URL(request.url).host === upstream.host
      ? null
      : `${name}: goes to ${request.url}, not to ${upstream.host}`;
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
}

/** Something harmless for each argument of the path. */
function pathArguments(schema: Schema, url: string): JsonObject {
  const properties = schema.properties as Readonly<Record<string, Schema>>;
  const names = [...url.matchAll(/\{\{ (\w+)( \| join\(','\))? \}\}/g)];
  return Object.fromEntries(names.map(([, name, isList]) => [name!, sample(properties[name!]!, isList !== undefined)]));
}

function sample(schema: Schema, isList: boolean): JsonValue {
  if (isList) return ['x'];
  return ((schema.enum as JsonValue[] | undefined)?.find((value) => value !== '' && value !== null) ??
    'x') as JsonValue;
}
