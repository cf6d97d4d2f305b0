import type { EventView } from '@countersign/contract';
import { jsonText } from './json-text.ts';
import { printable } from './printable.ts';
import type { Style } from './style.ts';

const dataLengthMax = 160;

/** One entry of the log as a line; what it holds is cut, and whole with --json. */
export function renderEvent({ seq, at, type, subject_id, actor, data }: EventView, style: Style): string {
  const text = jsonText(data, 0);
  const shown = text === '{}' ? '' : `  ${text.length > dataLengthMax ? `${text.slice(0, dataLengthMax)}…` : text}`;
  return `${style.faint(`${seq}  ${at}`)}  ${style.strong(type)}  ${printable(subject_id)}  ${printable(actor)}${style.faint(shown)}\n`;
}
