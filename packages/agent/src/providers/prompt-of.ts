import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest, OfferedTool } from '../ports.ts';
import type { ProviderName } from './load-sdk.ts';
import { assistantParts } from './provider-data.ts';

/** A step as the AI SDK's adapters are asked for it. */
export function callOptions(provider: ProviderName, request: ModelRequest): LanguageModelV4CallOptions {
  const { tools, maxOutputTokens } = request;
  return {
    prompt: promptOf(provider, request),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => functionTool(provider, tool)) }),
    // Nothing of a conversation is kept by the provider: what it needs again is sent again.
    ...(provider === 'openai' ? { providerOptions: { openai: { store: false } } } : {}),
  };
}

/** What was said before is the same in every step: Anthropic is told up to where it may remember it. */
const remembered = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

function promptOf(provider: ProviderName, { system, messages }: ModelRequest): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = messages.map((message) => messageOf(provider, message));
  if (system !== '') prompt.unshift({ role: 'system', content: system });
  if (provider !== 'anthropic') return prompt;
  const last = prompt.length - 1;
  return prompt.map((message, at) => (at === 0 || at === last ? { ...message, providerOptions: remembered } : message));
}

function messageOf(provider: ProviderName, message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(provider, message) };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, name, isError, text }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      };
  }
}

function functionTool(
  provider: ProviderName,
  { name, description, inputSchema }: OfferedTool,
): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    // Otherwise OpenAI makes every argument that may be left away a required one.
    ...(provider === 'openai' ? { strict: false } : {}),
  };
}
