import { importLimits } from '../inventory/limits.ts';
import { isRecord, type PlainSchema } from './plain-schema.ts';

/** What a step into another definition costs, against one into a part of the same. */
const definitionSteps = 2;

/**
 * Whoever compiles a schema goes down into each definition where it is first met, so how deep that is depends on the
 * order, not on the shortest way. The definitions that would be met too deep are named here; the order is the compiler's.
 */
export function tooDeepDefinitions(root: PlainSchema, defs: Readonly<Record<string, PlainSchema>>): Set<string> {
  const met = new Set<string>();
  const tooDeep = new Set<string>();
  const descend = (schema: PlainSchema, depth: number): void => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.slice('#/$defs/'.length);
      if (met.has(name)) return;
      met.add(name);
      if (depth + definitionSteps > importLimits.schemaDescentMax) tooDeep.add(name);
      else descend(defs[name]!, depth + definitionSteps);
      return;
    }
    for (const part of partsOf(schema)) descend(part, depth + 1);
  };
  descend(root, 0);
  return tooDeep;
}

function partsOf({ anyOf = [], allOf = [], items, additionalProperties, properties = {} }: PlainSchema): PlainSchema[] {
  const parts = [anyOf, allOf, items, additionalProperties, Object.values(properties as object)].flat();
  return parts.filter(isRecord);
}
