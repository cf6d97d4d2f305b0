import { linearRegExp } from '../arguments/linear-reg-exp.ts';
import { compileGlob, globMatches, globProblem } from '../rules/glob.ts';

/** What a text is compared with: a glob with `*` alone, or `regex:` and an expression that the whole text must match. */
export type Pattern = { readonly text: string; readonly matches: (text: string) => boolean };

const regexPrefix = 'regex:';

/** Why the text cannot be a pattern, and what to write instead; null where it can. */
export function patternProblem(text: string): string | null {
  if (!text.startsWith(regexPrefix)) return globProblem(text);
  const expression = text.slice(regexPrefix.length);
  if (expression === '') return 'there is nothing behind regex: write an expression, or take the prefix away';
  try {
    linearRegExp(expression);
    return null;
  } catch (error) {
    const said = (error as Error).message.replace(/^error parsing regexp: /, '');
    return `this is no expression that can be used here: ${said}. Look-around and back references are not there`;
  }
}

/** Paths of services have braces of their own, `/orders/{order_id}`, which need no backslash. */
export function pathPatternProblem(text: string): string | null {
  return patternProblem(text.startsWith(regexPrefix) ? text : text.replaceAll(/[{}]/g, '_'));
}

export function compilePattern(text: string): Pattern {
  if (text.startsWith(regexPrefix)) {
    const expression = linearRegExp(text.slice(regexPrefix.length));
    return { text, matches: (given) => expression.matches(given) };
  }
  const glob = compileGlob(text);
  return { text, matches: (given) => globMatches(glob, given) };
}

/** Methods are written either way; on the wire they are capitals. */
export function compileMethodPattern(text: string): Pattern {
  return compilePattern(text.startsWith(regexPrefix) ? text : text.toUpperCase());
}
