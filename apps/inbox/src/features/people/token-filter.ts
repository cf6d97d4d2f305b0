import type { PrincipalKind, TokenView } from '@countersign/contract';
import { type TokenState, tokenState } from './token-state.ts';

/** Which tokens are shown. It lives in the address. */
export type TokenFilter = {
  readonly kind: PrincipalKind | null;
  readonly state: TokenState | null;
  /** Browsers that are signed in, links and pairing codes too: there are many, and they end by themselves. */
  readonly hasSignIns: boolean;
  readonly text: string;
};

const kinds: readonly PrincipalKind[] = ['agent', 'runner', 'user'];
const states: readonly TokenState[] = ['valid', 'expired', 'revoked'];

export function parseTokenFilter(search: URLSearchParams): TokenFilter {
  const state = search.get('state');
  return {
    kind: kinds.find((kind) => kind === search.get('kind')) ?? null,
    state: state === 'any' ? null : (states.find((each) => each === state) ?? 'valid'),
    hasSignIns: search.get('sign_ins') === 'yes',
    text: search.get('q') ?? '',
  };
}

export function searchOfTokens({ kind, state, hasSignIns, text }: TokenFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (kind !== null) search.set('kind', kind);
  if (state !== 'valid') search.set('state', state ?? 'any');
  if (hasSignIns) search.set('sign_ins', 'yes');
  if (text !== '') search.set('q', text);
  return search;
}

/** Newest first. */
export function filterTokens(tokens: readonly TokenView[], filter: TokenFilter, now: number): readonly TokenView[] {
  const text = filter.text.trim().toLowerCase();
  return tokens
    .filter(
      (token) =>
        (filter.hasSignIns || token.use === 'bearer') &&
        (filter.kind === null || token.kind === filter.kind) &&
        (filter.state === null || tokenState(token, now) === filter.state) &&
        token.name.toLowerCase().includes(text),
    )
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}
