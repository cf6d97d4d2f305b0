import type { RuleOfFile } from './policy-file.ts';

/** A rule as people write it: one key a line, its matchers on one line, each example on one. */
export function writeRule({ examples = [], ...rule }: RuleOfFile): string {
  const lines = Object.entries(rule).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${inOneLine(value)}`],
  );
  if (examples.length === 0) return lines.join('\n');
  return [...lines, 'examples:', ...examples.map((example) => `  - ${inOneLine(example)}`)].join('\n');
}

function inOneLine(value: unknown): string {
  if (typeof value === 'string') return word(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).flatMap(([key, each]) =>
    each === undefined ? [] : [`${word(key)}: ${inOneLine(each)}`],
  );
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** As it is where YAML cannot take it for anything else, as a sentence too; in quotes where it might. */
function word(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

const plain = /^(?:-{1,2}(?=[A-Za-z])|[A-Za-z_./])[\w./*@+=-]*(?: [\w./*@+=-]+)*$/;
const otherMeaning = /^(?:true|false|null|[+-]?\.inf|\.nan)$/i;

function isPlain(text: string): boolean {
  return plain.test(text) && !otherMeaning.test(text) && Number.isNaN(Number(text));
}

/** What a screen would swallow or reorder is written out (A8). */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}\u0085\u00a0]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
