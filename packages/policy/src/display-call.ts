import type { Display, JsonObject, JsonValue } from '@countersign/contract';
import { limits } from './limits.ts';
import { makeVisible } from './make-visible.ts';

/**
 * What a person reads before deciding, made from the arguments that will run and from nothing an agent wrote about
 * them. Each string of an array is a line of its own, quoted, so that one argument cannot look like two.
 */
export function displayCall(toolName: string, params: JsonObject): Display {
  const lines: { label: string; text: string }[] = [];
  for (const [name, value] of Object.entries(params)) render(makeVisible(name), value, lines);
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
  if (typeof command === 'string') text = [command, ...(Array.isArray(args) ? args : [])].map(word).join(' ');
  else if (typeof path === 'string') text += ` ${word(path)}`;
  else if (Object.keys(params).length > 0) text += ` ${makeVisible(JSON.stringify(params))}`;
  text = text.replaceAll('\n', '⟦U+000A⟧');
  const over = text.length - limits.summaryLengthMax;
  return over > 0 ? `${text.slice(0, limits.summaryLengthMax)}… (${over} more characters)` : text;
}

function render(label: string, value: JsonValue, into: { label: string; text: string }[]): void {
  if (Array.isArray(value)) {
    if (value.length === 0) into.push({ label, text: '(none)' });
    for (const [index, item] of value.entries()) render(`${label}[${index}]`, item as JsonValue, into);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as JsonObject);
    if (entries.length === 0) into.push({ label, text: '(empty)' });
    for (const [name, item] of entries) render(`${label}.${makeVisible(name)}`, item, into);
  } else {
    into.push({
      label,
      text: typeof value === 'string' && !label.endsWith(']') ? makeVisible(value) : makeVisible(JSON.stringify(value)),
    });
  }
}

function warningsOf(lines: readonly { text: string }[]): string[] {
  return lines.some((line) => line.text.includes('⟦U+'))
    ? ['Contains characters that are invisible or change how text reads; they are written out as ⟦U+…⟧.']
    : [];
}

function cut(lines: readonly { label: string; text: string }[]): { label: string; text: string }[] {
  let left: number = limits.displayLengthMax;
  return lines.map(({ label, text }) => {
    const shown = text.slice(0, Math.max(left, 0));
    left -= text.length + label.length;
    const hidden = text.length - shown.length;
    return { label, text: hidden > 0 ? `${shown}⟦${hidden} more characters are not shown⟧` : shown };
  });
}

/** A word as it is where that is unmistakable, quoted where it is not. */
function word(value: unknown): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : makeVisible(JSON.stringify(text));
}
