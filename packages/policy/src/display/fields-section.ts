import type { DisplaySection, JsonObject, JsonValue } from '@countersign/contract';
import { makeVisible } from './make-visible.ts';
import type { Meter, Row } from './meter.ts';

/** Any arguments, each value on a line with the path of names to it. */
export function fieldsSection(params: JsonObject, meter: Meter): DisplaySection {
  const rows = meter.fit(fieldsOf(params), 'lines');
  return { kind: 'fields', fields: rows.map(({ label, text }) => ({ label, text })) };
}

/** What a person looks for first comes first; the rest in the order of its canonical form. */
const leading = ['command', 'args', 'path', 'mode'];

function* fieldsOf(params: JsonObject): Iterable<Row> {
  const rank = (name: string): number => (leading.indexOf(name) + leading.length + 1) % (leading.length + 1);
  const entries = Object.entries(params).sort(([a], [b]) => rank(a) - rank(b));
  for (const [name, value] of entries) yield* valuesOf(labelOf(name), value);
}

function* valuesOf(label: string, value: JsonValue): Iterable<Row> {
  if (Array.isArray(value)) {
    if (value.length === 0) yield { label, text: '(none)' };
    for (const [index, item] of value.entries()) yield* valuesOf(`${label}[${index}]`, item as JsonValue);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as JsonObject);
    if (entries.length === 0) yield { label, text: '(empty)' };
    for (const [name, item] of entries) yield* valuesOf(`${label}.${labelOf(name)}`, item);
  } else {
    const isPlain = typeof value === 'string' && !label.endsWith(']') && !isMistakable(value);
    yield { label, text: makeVisible(isPlain ? value : JSON.stringify(value)) };
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
