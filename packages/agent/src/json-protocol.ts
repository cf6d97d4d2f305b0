import type { JsonObject, JsonValue } from '@countersign/contract';
import type { ToldResult } from './entry.ts';

/** Places in a text at which an object may begin that are looked at. */
const STARTS_MAX = 50;
const RESULTS_KEY = 'tool_results';

/** What an answer in the plain protocol comes to. */
export type JsonAnswer =
  | { readonly kind: 'calls'; readonly calls: readonly JsonCall[]; readonly text: string }
  | { readonly kind: 'final'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly problem: string };

type JsonCall = { readonly name: string; readonly args: JsonObject | null; readonly problem: string | null };

type ToolInWords = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
};

/** W3: the rules of the protocol and the tools, for a model that knows no function calling. */
export function jsonProtocolWords(tools: readonly ToolInWords[]): string {
  const lines = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, arguments: inputSchema }),
  );
  return [
    'Answer with one JSON object and nothing else:',
    '{"tool_calls":[{"name":"NAME","arguments":{}}],"final_answer":""}',
    '- To use tools, list them in tool_calls and leave final_answer empty. All of them are done, then you are told the results as',
    `  {"${RESULTS_KEY}":[{"name":"NAME","ok":true,"result":"…"}]} and answer again.`,
    '- When you are done, leave tool_calls empty and put what the user should read into final_answer.',
    '- Leaving both empty ends the task as failed.',
    tools.length === 0 ? 'There are no tools.' : 'Tools, one a line, each with the JSON Schema of its arguments:',
    ...lines,
  ].join('\n');
}

/** W3: total, for any text. Fences and words around one such object are let pass; everything else is told in words. */
export function readJsonAnswer(text: string): JsonAnswer {
  const found = objectsIn(text).filter(
    (value) => Object.hasOwn(value, 'tool_calls') || Object.hasOwn(value, 'final_answer'),
  );
  if (found.length === 0) return unreadable('it holds no JSON object with tool_calls or final_answer');
  if (found.length > 1) return unreadable(`it holds ${found.length} such objects; give one`);
  const { tool_calls: calls = null, final_answer: answer = null } = found[0]!;
  if (calls !== null && !Array.isArray(calls)) return unreadable('tool_calls must be a list');
  if (answer !== null && typeof answer !== 'string') return unreadable('final_answer must be a text');
  const said = answer?.trim() ?? '';
  if (calls === null || calls.length === 0) return said === '' ? { kind: 'empty' } : { kind: 'final', text: said };
  const nameless = calls.findIndex(
    (call: JsonValue) => !isObject(call) || typeof call.name !== 'string' || call.name === '',
  );
  if (nameless !== -1) return unreadable(`tool_calls[${nameless}] must be an object with a name`);
  return { kind: 'calls', calls: (calls as JsonObject[]).map(readCall), text: said };
}

/** Results in the words of the protocol. */
export function resultsAsText(results: readonly ToldResult[]): string {
  return JSON.stringify({
    [RESULTS_KEY]: results.map(({ toolName, isError, text }) => ({ name: toolName, ok: !isError, result: text })),
  });
}

/** The other way round: what a text that was made so tells. */
export function resultsInText(text: string): readonly string[] {
  if (!text.startsWith(`{"${RESULTS_KEY}":`)) return [];
  const told = JSON.parse(text) as { readonly [RESULTS_KEY]: readonly { readonly result: string }[] };
  return told[RESULTS_KEY].map(({ result }) => result);
}

function readCall({ name, arguments: args = {} }: JsonObject): JsonCall {
  if (isObject(args)) return { name: name as string, args, problem: null };
  return { name: name as string, args: null, problem: 'arguments must be a JSON object.' };
}

/** Those at the outermost level, in order. */
function objectsIn(text: string): JsonObject[] {
  const whole = parsed(text);
  if (whole !== null) return [whole];
  const found: JsonObject[] = [];
  let start = text.indexOf('{');
  for (let looked = 0; start !== -1 && looked < STARTS_MAX; looked += 1) {
    const end = endOfObject(text, start);
    const value = end === -1 ? null : parsed(text.slice(start, end));
    if (value !== null) found.push(value);
    start = text.indexOf('{', value === null ? start + 1 : end);
  }
  return found;
}

/** Just after the brace that closes the one at `start`; -1 where none does. Braces in strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let place = start; place < text.length; place += 1) {
    const character = text[place];
    if (isInString) {
      if (character === '\\') place += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return -1;
}

function parsed(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(problem: string): JsonAnswer {
  return { kind: 'unreadable', problem };
}
