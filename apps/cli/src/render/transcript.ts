import type { TranscriptEntry } from '@countersign/contract';
import { jsonText } from './json-text.ts';
import { printable, printableLines } from './printable.ts';
import type { Style } from './style.ts';

const names = {
  user: 'told',
  model: 'the model',
  results: 'results',
  notice: 'notice',
  summary: 'summary',
} as const satisfies Record<TranscriptEntry['kind'], string>;

/** One entry of what a model was told and what it said. */
export function renderTranscriptEntry(entry: TranscriptEntry, style: Style): string {
  const turn = entry.turn === null ? '' : `, turn ${entry.turn}`;
  const head = `${style.strong(`${entry.no}. ${names[entry.kind]}`)}${style.faint(`${turn}, ${entry.at}`)}\n`;
  const text = entry.text === '' ? [] : printableLines(entry.text);
  // What results are told of stands in their text.
  const made = entry.kind === 'model' ? entry.tool_calls : [];
  const calls = made.map(({ tool_name, tool_params, status, tool_id }) => {
    const state = status === null ? '' : ` ${status}`;
    return `> ${printable(tool_name)} ${jsonText(tool_params, 0)}${state} ${style.faint(tool_id)}`;
  });
  return head + [...text, ...calls].map((line) => `  ${line}\n`).join('');
}
