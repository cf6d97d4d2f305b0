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

/** An end of text that only other languages know; the check of schemas refuses it. */
const foreignAnchor = /[^\\]\\Z/;

/** Whether a schema with this pattern compiles: it has to be one for JavaScript too, which the draft asks for. */
export function isLinearPattern(pattern: string): boolean {
  if (foreignAnchor.test(pattern)) return false;
  try {
    new RegExp(pattern);
    linearRegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
