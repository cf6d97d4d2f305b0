import type { Entry, ModelEntry, ResultsEntry } from '../entry.ts';
import { resultsAsText } from '../json-protocol.ts';
import type { Model, ModelMessage, SpokenMessage } from '../ports.ts';
import { nameForProvider } from '../tool-names.ts';

type Protocol = Model['protocol'];
type ShownEntry = Exclude<Entry, { readonly kind: 'summary' }>;

/** Providers refuse a message that says nothing. */
const SILENCE = '(no answer)';

/** What the model is shown of an entry. A summary stands for others and is shown by the conversation. */
export function messageOf(entry: ShownEntry, protocol: Protocol): ModelMessage {
  switch (entry.kind) {
    case 'user':
    case 'notice':
      return { role: 'user', text: entry.text };
    case 'model':
      return protocol === 'json' ? plainAnswer(entry) : nativeAnswer(entry);
    case 'results':
      return protocol === 'json' ? { role: 'user', text: resultsAsText(entry.results) } : nativeResults(entry);
  }
}

/** What was said in the session before the run. */
export function messageOfHistory({ role, text }: SpokenMessage): ModelMessage {
  if (role === 'user') return { role: 'user', text };
  return { role: 'assistant', text: text === '' ? SILENCE : text, calls: [], providerData: null };
}

/** Characters that it takes, roughly as a provider sends them. */
export function lengthOf(message: ModelMessage): number {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tool')
    return message.results.reduce((sum, { name, text }) => sum + name.length + text.length, 0);
  return message.calls.reduce(
    (sum, { name, args }) => sum + name.length + JSON.stringify(args).length,
    message.text.length,
  );
}

function nativeAnswer({ text, calls, providerData }: ModelEntry): ModelMessage {
  return {
    role: 'assistant',
    text: text === '' && calls.length === 0 ? SILENCE : text,
    calls: calls.map(({ modelCallId, toolName, args }) => ({
      id: modelCallId,
      name: nameForProvider(toolName),
      args: args ?? {},
    })),
    providerData,
  };
}

/** In the plain protocol a model is shown exactly what it said; see `readAnswer`, which keeps it. */
function plainAnswer({ text, providerData }: ModelEntry): ModelMessage {
  const said = typeof providerData === 'string' ? providerData : text;
  return { role: 'assistant', text: said === '' ? SILENCE : said, calls: [], providerData: null };
}

function nativeResults({ results }: ResultsEntry): ModelMessage {
  return {
    role: 'tool',
    results: results.map(({ modelCallId, toolName, isError, text }) => ({
      id: modelCallId,
      name: nameForProvider(toolName),
      isError,
      text,
    })),
  };
}
