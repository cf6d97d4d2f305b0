import type { Display, JsonObject, JsonValue } from '@countersign/contract';
import { limits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { makeVisible } from './make-visible.ts';
import { quoteWord } from './quote-word.ts';

/**
 * What a person reads before deciding, made from the arguments that will run and from nothing an agent wrote about
 * them. Each string of an array is a line of its own, quoted, so that one argument cannot look like two. Two calls of a
 * tool that are shown in full and look the same are the same.
 */
export function displayCall(toolName: string, params: JsonObject): Display {
  const lines: { label: string; text: string }[] = [];
  for (const [name, value] of inReadingOrder(params)) render(labelOf(name), value, lines);
  const length = lines.reduce((sum, line) => sum + line.label.length + line.text.length, 0);
  if (length <= limits.displayLengthMax)
    return { title: summary(toolName, params), lines, complete: true, warnings: warningsOf(lines) };
  return {
    title: summary(toolName, params),
    lines: cut(lines),
    complete: false,
    warnings: [
      `This call is too long to show in full: ${length} characters, ${limits.displayLengthMax} are shown. A decision on it cannot be remembered.`,
      ...warningsOf(lines),
    ],
  };
}

/** One line for lists; it says how much it leaves out. */
export function summary(toolName: string, params: JsonObject): string {
  const { command, args, path } = params;
  let text = makeVisible(toolName);
  if (typeof command === 'string') text = [command, ...(Array.isArray(args) ? args : [])].map(quoteWord).join(' ');
  else if (typeof path === 'string') text += ` ${quoteWord(path)}`;
  else if (Object.keys(params).length > 0) text += ` ${makeVisible(JSON.stringify(params))}`;
  text = text.replaceAll('\n', '⟦U+000A⟧');
  const shown = cutText(text, limits.summaryLengthMax);
  return shown === text ? text : `${shown}… (${text.length - shown.length} more characters)`;
}

/** What a person looks for first comes first; the rest in the order of its canonical form. */
const leading = ['command', 'args', 'path', 'mode'];

function inReadingOrder(params: JsonObject): [string, JsonValue][] {
  const rank = (name: string): number => (leading.indexOf(name) + leading.length + 1) % (leading.length + 1);
  return Object.entries(params).sort(([a], [b]) => rank(a) - rank(b));
}

function render(label: string, value: JsonValue, into: { label: string; text: string }[]): void {
  if (Array.isArray(value)) {
    if (value.length === 0) into.push({ label, text: '(none)' });
    for (const [index, item] of value.entries()) render(`${label}[${index}]`, item as JsonValue, into);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as JsonObject);
    if (entries.length === 0) into.push({ label, text: '(empty)' });
    for (const [name, item] of entries) render(`${label}.${labelOf(name)}`, item, into);
  } else {
    const isPlain = typeof value === 'string' && !label.endsWith(']') && !isMistakable(value);
    into.push({ label, text: makeVisible(isPlain ? value : JSON.stringify(value)) });
  }
}

/** A name as it is, or quoted where it could be taken for a path of names. */
function labelOf(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? makeVisible(name) : makeVisible(JSON.stringify(name));
}

/** A string that looks like something that is not one: `true`, `12`, `(none)`, or a string in quotes. */
function isMistakable(text: string): boolean {
  return /^(?:".*|true|false|null|\(none\)|\(empty\))$/s.test(text) || String(Number(text)) === text;
}

function warningsOf(lines: readonly { text: string }[]): string[] {
  return lines.some((line) => line.text.includes('⟦U+'))
    ? ['Contains characters that are invisible or change how text reads; they are written out as ⟦U+…⟧.']
    : [];
}

function cut(lines: readonly { label: string; text: string }[]): { label: string; text: string }[] {
  const shown: { label: string; text: string }[] = [];
  let left: number = limits.displayLengthMax;
  for (const [index, { label, text }] of lines.entries()) {
    left -= label.length;
    if (left <= 0) {
      shown.push({ label: '…', text: `⟦${lines.length - index} more lines are not shown⟧` });
      break;
    }
    const part = cutText(text, left);
    left -= part.length;
    const hidden = text.length - part.length;
    shown.push({ label, text: hidden > 0 ? `${part}⟦${hidden} more characters are not shown⟧` : text });
  }
  return shown;
}
