import { cutText } from '../cut-text.ts';
import type { Entry } from '../entry.ts';
import type { SpokenMessage } from '../ports.ts';

/** What happened, in lines: to be summed up by the model, or in place of a summary where that fails. */
export function digestOf(
  before: { readonly summary: string | null; readonly history: readonly SpokenMessage[] },
  entries: readonly Entry[],
  entryLengthMax: number,
): string {
  const summary = before.summary === null ? [] : [before.summary];
  const said = before.history.map(({ role, text }) => `${role}: ${cutText(text, entryLengthMax)}`);
  return [...summary, ...said, ...entries.flatMap((entry) => linesOf(entry, entryLengthMax))].join('\n');
}

function linesOf(entry: Entry, lengthMax: number): string[] {
  switch (entry.kind) {
    case 'user':
      return [`user: ${cutText(entry.text, lengthMax)}`];
    case 'notice':
      return [`notice: ${cutText(entry.text, lengthMax)}`];
    case 'summary':
      return [];
    case 'model':
      return [
        ...(entry.text === '' ? [] : [`assistant: ${cutText(entry.text, lengthMax)}`]),
        ...entry.calls.map(({ toolName, args }) => `call ${toolName} ${cutText(JSON.stringify(args), lengthMax)}`),
      ];
    case 'results':
      return entry.results.map(
        ({ toolName, status, text }) =>
          `result of ${toolName} (${status ?? 'not a call'}): ${cutText(text, lengthMax)}`,
      );
  }
}
