import { newId, type RunId } from '@countersign/contract';
import type { Model, ModelError, ModelMessage, ModelRequest, ModelStep } from '../../src/ports.ts';
import { openModel } from '../../src/providers/open-model.ts';

/** The three formats in which models are spoken to: OpenAI's responses, its chat completions, and Anthropic's messages. */
export const specs = ['openai:gpt-5', 'compatible:qwen3', 'anthropic:claude-sonnet-4-5'] as const;

/** Looks like a key, and must not be seen anywhere. */
export const apiKey = 'sk-canary-0123456789';

/** A model whose provider is at this address. */
export function modelAt(spec: string, url: string, options: { readonly silenceMsMax?: number } = {}): Model {
  const openai = { apiKey, baseUrl: `${url}/v1` };
  return openModel(
    spec,
    { openai, compatible: openai, anthropic: { apiKey, baseUrl: url }, protocol: 'native' },
    options,
  );
}

const readTool = {
  name: 'read',
  description: 'Read a file of the workspace',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
} as const;

export function asking(messages: readonly ModelMessage[], given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    runId: newId<RunId>(),
    turn: 1,
    attempt: 0,
    system: 'You work with files.',
    messages,
    tools: [readTool],
    maxOutputTokens: null,
    ...given,
  };
}

export const said = (text: string): ModelMessage => ({ role: 'user', text });

/** A step as it is told to the model again. */
export function answered({ text, calls, providerData }: ModelStep): ModelMessage {
  return { role: 'assistant', text, calls: calls.map(({ id, name, args }) => ({ id, name, args })), providerData };
}

export function results(step: ModelStep, texts: readonly string[], isError = false): ModelMessage {
  return {
    role: 'tool',
    results: step.calls.map(({ id, name }, at) => ({ id, name, isError, text: texts[at] ?? '' })),
  };
}

export function listening(signal = new AbortController().signal) {
  const pieces: string[] = [];
  return { pieces, watch: { onText: (text: string) => void pieces.push(text), signal } };
}

/** The one step of a conversation. */
export async function step(model: Model, messages: readonly ModelMessage[], given: Partial<ModelRequest> = {}) {
  return await model.step(asking(messages, given), listening().watch);
}

export async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  return await asked.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: ModelError) => error,
  );
}
