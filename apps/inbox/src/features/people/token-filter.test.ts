import type { TokenView } from '@countersign/contract';
import { expect, it } from 'vitest';
import { filterTokens, parseTokenFilter, searchOfTokens } from './token-filter.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const token = (name: string, given: Partial<TokenView> = {}): TokenView => ({
  token_id: name,
  use: 'bearer',
  kind: 'agent',
  principal_id: name,
  name,
  project_id: null,
  created_at: '2026-11-16T10:00:00Z',
  expires_at: null,
  revoked_at: null,
  ...given,
});
const tokens = [
  token('old', { created_at: '2026-11-01T10:00:00Z' }),
  token('new'),
  token('ending now', { expires_at: '2026-11-16T12:00:00Z' }),
  token('revoked and expired', { expires_at: '2026-11-16T11:00:00Z', revoked_at: '2026-11-16T10:30:00Z' }),
  token('browser', { use: 'browser', kind: 'user' }),
];
const shown = (search: string) =>
  filterTokens(tokens, parseTokenFilter(new URLSearchParams(search)), now).map(({ name }) => name);

it.each([
  ['', ['new', 'old']],
  ['state=expired', ['ending now']],
  ['state=revoked', ['revoked and expired']],
  ['state=any', ['new', 'ending now', 'revoked and expired', 'old']],
  ['sign_ins=yes&kind=user', ['browser']],
  ['q=OL', ['old']],
  ['state=nonsense&kind=nobody', ['new', 'old']],
])('shows for "%s" just those, newest first', (search, names) => {
  expect(shown(search)).toEqual(names);
});

it.each(['', 'kind=agent', 'state=any&sign_ins=yes&q=a+b', 'state=expired'])('keeps "%s" in the address', (search) => {
  expect(searchOfTokens(parseTokenFilter(new URLSearchParams(search))).toString()).toBe(search);
});
