import { type JsonValue, type RunErrorClass, runErrorClasses } from '@countersign/contract';
import { jsonFields, type Read } from './json-fields.ts';
import type { Script, ScriptedAnswer, ScriptedError } from './script.ts';

const ANSWERS_MAX = 100_000;
const DELAY_MS_MAX = 24 * 3600 * 1000;
const PIECES_MAX = 10_000;
const TIMES_MAX = 1_000;
const COUNT_MAX = 1_000_000_000;

/** Reads a script, or throws an error that says where in which file what is wrong. */
export function parseScript(text: string, path: string): Script {
  const fields = jsonFields(parsed(text, path), path, ['name', 'protocol', 'answers', 'loop', 'summary']);
  const answers = fields.list('answers', ANSWERS_MAX).map(readAnswer);
  if (answers.length === 0) throw new Error(`${path}: answers: at least one is needed`);
  return {
    name: fields.text('name'),
    protocol: fields.oneOf('protocol', ['native', 'json']) ?? 'native',
    steps: stepsOf(answers),
    loop: fields.oneOf('loop', ['last', 'repeat']),
    summary: fields.text('summary') ?? 'Work went on.',
  };
}

function parsed(text: string, path: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Error(`${path}: is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}

function readAnswer({ value, where }: Read): ScriptedAnswer {
  const fields = jsonFields(value, where, [
    ...['when', 'text', 'tool_calls', 'final_answer', 'raw', 'error'],
    ...['delay_ms', 'pieces', 'input_tokens', 'output_tokens'],
  ]);
  const says = ['text', 'tool_calls', 'final_answer', 'raw'].some((name) => fields.has(name));
  const error = fields.has('error') ? readError(fields.at('error')) : null;
  if (!says && error === null)
    throw new Error(`${where}: says nothing: give text, tool_calls, final_answer, raw or error`);
  if (!says && error?.times != null)
    throw new Error(`${where}: has nothing to say after ${error.times} errors: give text or tool_calls beside error`);
  return {
    when: fields.text('when'),
    text: fields.text('text'),
    calls: fields.list('tool_calls', ANSWERS_MAX).map(readCall),
    finalAnswer: fields.text('final_answer'),
    raw: fields.text('raw'),
    error,
    delayMs: fields.integer('delay_ms', 0, DELAY_MS_MAX) ?? 0,
    pieces: fields.integer('pieces', 1, PIECES_MAX) ?? 1,
    inputTokens: fields.integer('input_tokens', 0, COUNT_MAX),
    outputTokens: fields.integer('output_tokens', 0, COUNT_MAX),
  };
}

/** Arguments may be anything: that they are no object is what some scripts are about. */
function readCall({ value, where }: Read): ScriptedAnswer['calls'][number] {
  const fields = jsonFields(value, where, ['name', 'arguments']);
  const name = fields.text('name');
  if (name === null) throw new Error(`${where}.name: is missing`);
  return { name, args: fields.has('arguments') ? fields.at('arguments').value : {} };
}

function readError({ value, where }: Read): ScriptedError {
  const fields = jsonFields(value, where, ['class', 'message', 'retry_after_ms', 'times']);
  const errorClass = fields.oneOf<RunErrorClass>('class', runErrorClasses);
  if (errorClass === null) throw new Error(`${where}.class: is missing: one of ${runErrorClasses.join(', ')}`);
  return {
    errorClass,
    message: fields.text('message') ?? `The script says: ${errorClass}.`,
    retryAfterMs: fields.integer('retry_after_ms', 0, DELAY_MS_MAX),
    times: fields.integer('times', 1, TIMES_MAX),
  };
}

function stepsOf(answers: readonly ScriptedAnswer[]): ScriptedAnswer[][] {
  const steps: ScriptedAnswer[][] = [];
  let isOpen = false;
  for (const answer of answers) {
    if (isOpen) steps.at(-1)!.push(answer);
    else steps.push([answer]);
    isOpen = answer.when !== null;
  }
  return steps;
}
