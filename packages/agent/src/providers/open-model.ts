import type { Model } from '../ports.ts';
import { stepLimits } from './limits.ts';
import { loadSdk, type ProviderName } from './load-sdk.ts';
import { runStep } from './run-step.ts';

type Reached = { readonly apiKey: string | null; readonly baseUrl: string | null };

/** W3: where providers are and what opens them, as the configuration says it. */
export type ModelProviders = {
  readonly openai: Reached;
  readonly anthropic: Reached;
  readonly compatible: Reached;
  readonly protocol: 'native' | 'json';
};

const defaultBaseUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  compatible: null,
} as const;

const specPattern = /^(openai|anthropic|compatible):(.+)$/;

/**
 * A model of a provider, by a spec such as `openai:gpt-5`. Nothing is loaded or reached before its first step. Throws an
 * error for people where a key or an address is missing: a server that cannot use its models says so when it starts.
 */
export function openModel(
  spec: string,
  providers: ModelProviders,
  { silenceMsMax = stepLimits.silenceMsMax }: { readonly silenceMsMax?: number } = {},
): Model {
  const [, provider, modelId] = specPattern.exec(spec) ?? [];
  if (provider === undefined || modelId === undefined)
    throw new Error(`There is no model "${spec}": it must be openai:, anthropic: or compatible: and a name.`);
  const reached = reach(spec, provider as ProviderName, providers);
  let loaded: ReturnType<typeof loadSdk> | null = null;
  return {
    name: spec,
    provider,
    protocol: providers.protocol,
    step(request, watch) {
      loaded ??= loadSdk(provider as ProviderName, modelId, reached);
      return runStep(
        loaded,
        { provider: provider as ProviderName, apiKey: reached.apiKey, silenceMsMax },
        request,
        watch,
      );
    },
  };
}

function reach(spec: string, provider: ProviderName, providers: ModelProviders) {
  const { apiKey, baseUrl } = providers[provider];
  const name = provider.toUpperCase();
  if (provider !== 'compatible' && apiKey === null)
    throw new Error(
      `${spec} needs a key: set COUNTERSIGN_${name}_API_KEY or ${name}_API_KEY, or take it out of models.`,
    );
  const address = baseUrl ?? defaultBaseUrls[provider];
  if (address === null)
    throw new Error(`${spec} needs an address: set COUNTERSIGN_${name}_BASE_URL, or take it out of models.`);
  return { apiKey, baseUrl: provider === 'anthropic' ? withVersion(address) : address };
}

/** Programs disagree whether the address of Anthropic ends with the version; ours takes both. */
function withVersion(address: string): string {
  return address.endsWith('/v1') ? address : `${address}/v1`;
}
