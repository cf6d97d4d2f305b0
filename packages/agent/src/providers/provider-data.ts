import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { JsonValue } from '@countersign/contract';
import type { ModelMessage } from '../ports.ts';
import { stepLimits } from './limits.ts';
import type { ProviderName } from './load-sdk.ts';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** One piece of a step in the order in which it came. What it says is kept in the entry; only thoughts are kept here. */
export type KeptPart =
  | { readonly kind: 'thought'; readonly text: string; readonly options: SharedV4ProviderOptions }
  | { readonly kind: 'text'; readonly options: SharedV4ProviderOptions }
  | { readonly kind: 'call'; readonly id: string; readonly options: SharedV4ProviderOptions };

type Kept = { readonly provider: string; readonly parts: readonly KeptPart[] };

/** What is put in the place of a secret, wherever one is written. */
const marker = '***REDACTED***';

/** What the provider wants to get back with a step; null where that is nothing. */
export function providerDataOf(provider: ProviderName, parts: readonly KeptPart[]): JsonValue {
  if (!parts.some(({ options }) => Object.keys(options).length > 0)) return null;
  const text = JSON.stringify({ provider, parts } satisfies Kept);
  return text.length > stepLimits.providerDataLengthMax ? null : (JSON.parse(text) as JsonValue);
}

/** A step as its provider is told it again. The words and arguments are those of the entry, whatever else was kept. */
export function assistantParts(provider: ProviderName, message: AssistantMessage): AssistantPart[] {
  const { text, calls } = message;
  const parts: AssistantPart[] = [];
  const open = new Map(calls.map((call) => [call.id, call]));
  let unsaid = text;
  const say = (options?: SharedV4ProviderOptions) => {
    if (unsaid !== '') parts.push({ type: 'text', text: unsaid, ...optionsOf(options) });
    unsaid = '';
  };
  const call = (id: string, options?: SharedV4ProviderOptions) => {
    const asked = open.get(id);
    if (asked === undefined) return;
    open.delete(id);
    const input = isObject(asked.args) ? asked.args : {};
    parts.push({ type: 'tool-call', toolCallId: id, toolName: asked.name, input, ...optionsOf(options) });
  };
  for (const part of keptParts(provider, message.providerData)) {
    if (part.kind === 'thought') parts.push({ type: 'reasoning', text: part.text, ...optionsOf(part.options) });
    if (part.kind === 'text') say(part.options);
    if (part.kind === 'call') call(part.id, part.options);
  }
  say();
  for (const { id } of calls) call(id);
  return parts;
}

/** Thoughts are signed by whoever had them: one in which a secret was masked, or of another provider, is not told. */
function keptParts(provider: ProviderName, data: JsonValue): readonly KeptPart[] {
  if (!isObject(data) || data.provider !== provider || !Array.isArray(data.parts)) return [];
  if (JSON.stringify(data).includes(marker)) return [];
  return data.parts as unknown as KeptPart[];
}

function optionsOf(options: SharedV4ProviderOptions | undefined): { providerOptions?: SharedV4ProviderOptions } {
  return options === undefined || Object.keys(options).length === 0 ? {} : { providerOptions: options };
}

function isObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
