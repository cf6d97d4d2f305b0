import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { JsonObject } from '@countersign/contract';
import { ModelError, type ModelStep } from '../ports.ts';
import { stepLimits } from './limits.ts';
import type { ProviderName } from './load-sdk.ts';
import { type KeptPart, providerDataOf } from './provider-data.ts';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Block = { kind: 'thought' | 'text'; text: string; options: SharedV4ProviderMetadata };
type Call = ModelStep['calls'][number] & { readonly options: SharedV4ProviderMetadata };

/** Puts a step together from the parts of a stream, in the order in which they come. */
export class StepCollector {
  readonly #provider: ProviderName;
  readonly #onText: (text: string) => void;
  readonly #order: (Block | Call)[] = [];
  readonly #blocks = new Map<string, Block>();
  #length = 0;
  #finish: Finish | null = null;

  constructor(provider: ProviderName, onText: (text: string) => void) {
    this.#provider = provider;
    this.#onText = onText;
  }

  /** Throws what the provider reports as an error. */
  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
        this.#open('text', part.id, part.providerMetadata);
        break;
      case 'reasoning-start':
        this.#open('thought', part.id, part.providerMetadata);
        break;
      case 'text-delta':
        this.#say('text', part.id, part.delta, part.providerMetadata);
        if (part.delta !== '') this.#onText(part.delta);
        break;
      case 'reasoning-delta':
        this.#say('thought', part.id, part.delta, part.providerMetadata);
        break;
      case 'text-end':
        this.#say('text', part.id, '', part.providerMetadata);
        break;
      case 'reasoning-end':
        this.#say('thought', part.id, '', part.providerMetadata);
        break;
      case 'tool-input-delta':
        this.#count(part.delta);
        break;
      case 'tool-call':
        if (part.providerExecuted !== true) this.#call(part);
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'error':
        throw part.error;
      default:
        // Sources, files and what the provider runs itself were not asked for.
        break;
    }
  }

  ended(): ModelStep {
    const finish = this.#finished();
    const calls = this.#order.filter((each) => 'id' in each);
    return {
      text: this.#order.map((each) => ('kind' in each && each.kind === 'text' ? each.text : '')).join(''),
      calls: calls.map(({ options: _, ...call }) => call),
      inputTokens: finish.usage.inputTokens.total ?? 0,
      outputTokens: finish.usage.outputTokens.total ?? 0,
      isCut: finish.finishReason.unified === 'length',
      providerData: providerDataOf(this.#provider, this.#order.map(keptOf)),
    };
  }

  /** A stream that just ends has been cut: half an answer is none. */
  #finished(): Finish {
    const finish = this.#finish;
    const { unified, raw } = finish?.finishReason ?? { unified: 'other', raw: undefined };
    if (unified === 'content-filter')
      throw new ModelError('provider', 'The provider refused to answer: its filter for content took offence.', {
        isRetryable: false,
      });
    const isWhole = unified === 'stop' || unified === 'tool-calls' || unified === 'length' || raw !== undefined;
    if (finish === null || !isWhole || unified === 'error')
      throw new ModelError('network', 'The answer of the provider ended before it was whole.', { isRetryable: true });
    return finish;
  }

  #open(kind: Block['kind'], id: string, options: SharedV4ProviderMetadata = {}): void {
    const block = { kind, text: '', options };
    this.#blocks.set(`${kind} ${id}`, block);
    this.#order.push(block);
  }

  #say(kind: Block['kind'], id: string, text: string, options: SharedV4ProviderMetadata = {}): void {
    this.#count(text);
    if (!this.#blocks.has(`${kind} ${id}`)) this.#open(kind, id);
    const block = this.#blocks.get(`${kind} ${id}`)!;
    block.text += text;
    block.options = merged(block.options, options);
  }

  #call({
    toolCallId,
    toolName,
    input,
    providerMetadata = {},
  }: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>) {
    const ids = new Set(this.#order.flatMap((each) => ('id' in each ? [each.id] : [])));
    if (ids.size === stepLimits.callsMax) throw tooMuch(`more than ${stepLimits.callsMax} tool calls`);
    // Some servers number the calls of each answer alike; results are told apart by this name.
    const id = ids.has(toolCallId) ? `${toolCallId}-${ids.size + 1}` : toolCallId;
    this.#order.push({ id, name: toolName, ...argumentsIn(input), options: providerMetadata });
  }

  #count(text: string): void {
    this.#length += text.length;
    if (this.#length > stepLimits.answerLengthMax) throw tooMuch(`more than ${stepLimits.answerLengthMax} characters`);
  }
}

function tooMuch(what: string): ModelError {
  return new ModelError('provider', `The provider sent ${what} in one answer.`, { isRetryable: false });
}

function keptOf(each: Block | Call): KeptPart {
  const { options } = each;
  if ('id' in each) return { kind: 'call', id: each.id, options };
  return each.kind === 'thought' ? { kind: 'thought', text: each.text, options } : { kind: 'text', options };
}

/** What a model made up is no fault of the program: it is told what is wrong and may try again. */
function argumentsIn(input: string): { args: JsonObject | null; problem: string | null } {
  if (input.trim() === '') return { args: {}, problem: null };
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { args: value as JsonObject, problem: null };
    return { args: null, problem: 'The arguments must be one JSON object.' };
  } catch (error) {
    return { args: null, problem: `The arguments are not valid JSON: ${(error as Error).message}` };
  }
}

function merged(before: SharedV4ProviderMetadata, added: SharedV4ProviderMetadata): SharedV4ProviderMetadata {
  const all = { ...before };
  for (const [name, values] of Object.entries(added)) all[name] = { ...all[name], ...values };
  return all;
}
