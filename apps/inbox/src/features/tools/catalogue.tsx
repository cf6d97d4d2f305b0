import type { UpstreamToolView } from '@countersign/contract';
import { useDeferredValue } from 'react';
import { navigate, useLocation, withSearch } from '../../app/router.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { inputClass } from '../../design/field.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { SearchInput } from '../../design/search-input.tsx';
import { findTools } from './find-tools.ts';
import { useTools } from './tool-queries.ts';
import { ToolTable } from './tool-table.tsx';
import { ToolTabs } from './tool-tabs.tsx';
import { useToolsTexts } from './use-tools-texts.ts';

/** Every tool there is for whoever looks, by source. What is searched for is in the address. */
export function Catalogue() {
  const texts = useToolsTexts();
  const query = useTools();
  return (
    <Page title={texts.title} text={texts.intro} tabs={<ToolTabs current="/tools" />}>
      {query.data ? <Found tools={query.data} /> : <NotReady query={query} />}
    </Page>
  );
}

function Found({ tools }: { readonly tools: readonly UpstreamToolView[] }) {
  const texts = useToolsTexts();
  const { search } = useLocation();
  const text = search.get('q') ?? '';
  const source = search.get('source') ?? '';
  const found = findTools(tools, { text: useDeferredValue(text), source });
  const groups = Map.groupBy(found, (tool) => tool.source);
  const sources = [...new Set(tools.map((tool) => tool.source))];
  const change = (name: 'q' | 'source', value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    navigate(withSearch('/tools', next), { replace: true });
  };
  if (tools.length === 0) return <EmptyState icon="tools" level={2} title={texts.noTools} text={texts.noToolsText} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput label={texts.search} value={text} onChange={(value) => change('q', value)} />
        <select
          aria-label={texts.sourceFilter}
          className={`${inputClass} min-h-9 max-w-56`}
          value={source}
          onChange={({ target }) => change('source', target.value)}
        >
          <option value="">{texts.everySource}</option>
          {sources.map((each) => (
            <option key={each} value={each}>
              {each === 'builtin' ? texts.builtin : each}
            </option>
          ))}
        </select>
        <span role="status" className="text-small text-soft">
          {texts.found(found.length, tools.length)}
        </span>
      </div>
      {found.length === 0 ? (
        <EmptyState icon="search" level={2} title={texts.nothingFound} text={texts.nothingFoundText} />
      ) : null}
      {[...groups].map(([each, ofSource]) => {
        const title = each === 'builtin' ? texts.builtin : each;
        return (
          <Panel key={each} title={title} isFlush>
            <ToolTable label={title} tools={ofSource} />
          </Panel>
        );
      })}
    </>
  );
}
