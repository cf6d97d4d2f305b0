import type { LanguageModelV4 } from '@ai-sdk/provider';

export type ProviderName = 'openai' | 'anthropic' | 'compatible';

type Reached = { readonly apiKey: string | null; readonly baseUrl: string };

/**
 * The AI SDK's adapter for one model. It knows the provider's format and nothing else: no loop, no retries, no tools of
 * its own. Loaded when it is first used, so that a server starts as fast without it.
 */
export async function loadSdk(provider: ProviderName, modelId: string, reached: Reached): Promise<LanguageModelV4> {
  const { baseUrl: baseURL, apiKey } = reached;
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL, apiKey: apiKey ?? '', fetch: fetchHere }).responses(modelId);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch: fetchHere }).languageModel(modelId);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = apiKey === null ? {} : { apiKey };
      return createOpenAICompatible({
        baseURL,
        name: provider,
        includeUsage: true,
        fetch: fetchHere,
        ...key,
      }).chatModel(modelId);
    }
  }
}

/** A provider that sends us elsewhere would get the key and the conversation there. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
