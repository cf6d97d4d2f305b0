import { RE2JS } from 're2js';

/**
 * Patterns of schemas come from others and meet texts of agents. This engine takes time in proportion to the text,
 * whatever the pattern; one that needs more (look-around, back references) is refused when the schema is compiled.
 */
export function linearRegExp(pattern: string): RE2JS {
  return RE2JS.compile(pattern);
}

/** Asked for by the compiler of schemas, for code that it would write to a file. */
linearRegExp.code = 'linearRegExp';
