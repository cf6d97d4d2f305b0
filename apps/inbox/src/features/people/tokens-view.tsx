import type { TokenView } from '@countersign/contract';
import { useMemo, useState } from 'react';
import { currentLocation, navigate, useLocation, withSearch } from '../../app/router.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { inputClass } from '../../design/field.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Panel, Table } from '../../design/page.tsx';
import { SearchInput } from '../../design/search-input.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { useTokens } from './people-queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { filterTokens, parseTokenFilter, searchOfTokens, type TokenFilter } from './token-filter.ts';
import { TokenRow } from './token-row.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

export function TokensView() {
  const texts = usePeopleTexts();
  const { search } = useLocation();
  const filter = useMemo(() => parseTokenFilter(search), [search]);
  const tokens = useTokens();
  const now = useNow();
  const [isMaking, setIsMaking] = useState(false);
  const [revoking, setRevoking] = useState<TokenView | null>(null);
  const shown = tokens.data && filterTokens(tokens.data, filter, now);
  const columns = [
    { title: texts.token },
    { title: texts.owner },
    { title: texts.project },
    { title: texts.made },
    { title: texts.state },
    { title: texts.actions, isHidden: true },
  ];
  return (
    <Panel
      title={texts.tokens}
      text={texts.tokensText}
      isFlush
      actions={
        <Button look="primary" icon="plus" onClick={() => setIsMaking(true)}>
          {texts.addToken}
        </Button>
      }
    >
      <FilterLine filter={filter} />
      {!shown ? (
        <NotReady query={tokens} />
      ) : shown.length === 0 ? (
        <EmptyState icon="key" level={2} title={texts.noTokens} text={texts.noTokensText} />
      ) : (
        <Table label={texts.tokens} columns={columns}>
          {shown.map((token) => (
            <TokenRow key={token.token_id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </Table>
      )}
      {isMaking ? <NewTokenDialog kind="agent" onClose={() => setIsMaking(false)} /> : null}
      {revoking ? <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} /> : null}
    </Panel>
  );
}

function FilterLine({ filter }: { readonly filter: TokenFilter }) {
  const texts = usePeopleTexts();
  const change = (changed: Partial<TokenFilter>): void =>
    navigate(withSearch(currentLocation().path, searchOfTokens({ ...filter, ...changed })), { replace: true });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3">
      <SearchInput label={texts.searchTokens} value={filter.text} onChange={(text) => change({ text })} />
      <div className="flex w-full gap-3 sm:w-auto">
        <select
          aria-label={texts.kindFilter}
          className={classNames(inputClass, 'sm:w-44')}
          value={filter.kind ?? ''}
          onChange={({ target }) => change({ kind: (target.value || null) as TokenFilter['kind'] })}
        >
          <option value="">{texts.allKinds}</option>
          {(['agent', 'runner', 'user'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {texts.kindPlurals[kind]}
            </option>
          ))}
        </select>
        <select
          aria-label={texts.stateFilter}
          className={classNames(inputClass, 'sm:w-44')}
          value={filter.state ?? ''}
          onChange={({ target }) => change({ state: (target.value || null) as TokenFilter['state'] })}
        >
          <option value="">{texts.allStates}</option>
          {(['valid', 'expired', 'revoked'] as const).map((state) => (
            <option key={state} value={state}>
              {texts.states[state]}
            </option>
          ))}
        </select>
      </div>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={filter.hasSignIns}
          onChange={({ target }) => change({ hasSignIns: target.checked })}
        />
        {texts.withSignIns}
      </label>
    </div>
  );
}
