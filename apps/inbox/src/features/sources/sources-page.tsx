import type { SourceView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { buttonClass } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Cell, Page, Panel, Row, Table } from '../../design/page.tsx';
import { Ago } from '../../design/time-left.tsx';
import { ToolTabs } from '../tools/tool-tabs.tsx';
import { useToolsTexts } from '../tools/use-tools-texts.ts';
import { BreakerState } from './breaker-state.tsx';
import { addressOf } from './source-facts.ts';
import { useSources } from './source-queries.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

/** U1, U6: the services whose tools agents can use, and how each of them is. */
export function SourcesPage() {
  const texts = useSourcesTexts();
  const { title, intro } = useToolsTexts();
  const query = useSources();
  return (
    <Page
      title={title}
      text={intro}
      tabs={<ToolTabs current="/tools/sources" />}
      actions={
        <Link href="/tools/add" className={buttonClass('primary')}>
          <Icon name="plus" />
          {texts.add}
        </Link>
      }
    >
      {query.data ? null : <NotReady query={query} />}
      {query.data?.length === 0 ? <NoSources /> : null}
      {query.data && query.data.length > 0 ? <SourceTable sources={query.data} /> : null}
    </Page>
  );
}

function SourceTable({ sources }: { readonly sources: readonly SourceView[] }) {
  const texts = useSourcesTexts();
  const { tab } = useToolsTexts();
  const { column } = texts;
  const columns = [column.name, column.kind, column.address, column.tools, column.breaker, column.refreshed];
  return (
    <Panel isFlush>
      <Table label={tab.sources} columns={columns.map((title) => ({ title }))}>
        {sources.map((source) => (
          <Row key={source.source_id}>
            <Cell>
              <Link
                href={`/tools/sources/${source.name}`}
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                {source.name}
              </Link>
            </Cell>
            <Cell name={column.kind} className="whitespace-nowrap">
              {texts.kind[source.kind]}
            </Cell>
            <Cell name={column.address} className="max-md:text-right md:w-[28%]">
              <Address source={source} />
            </Cell>
            <Cell name={column.tools} className="whitespace-nowrap max-md:text-right">
              <ToolCounts source={source} />
            </Cell>
            <Cell name={column.breaker} className="max-md:text-right md:w-[22%]">
              <BreakerState source={source} />
            </Cell>
            <Cell name={column.refreshed} className="max-md:text-right">
              <Ago since={source.refreshed_at} />
              {source.refresh_error === null ? null : (
                <span className="block text-small text-high">{texts.refreshFailed}</span>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

export function Address({ source }: { readonly source: SourceView }) {
  const texts = useSourcesTexts();
  const address = addressOf(source.settings);
  if (address === null) return <span className="text-soft">{texts.fromDocument}</span>;
  return <span className="exact text-small">{makeVisible(address)}</span>;
}

export function ToolCounts({ source }: { readonly source: SourceView }) {
  const texts = useSourcesTexts();
  return (
    <>
      {texts.toolCount(source.tool_count)}
      {source.disabled_count > 0 ? (
        <span className="block text-small text-soft">{texts.offCount(source.disabled_count)}</span>
      ) : null}
      {source.deprecated_count > 0 ? (
        <span className="block text-small text-soft">{texts.goneCount(source.deprecated_count)}</span>
      ) : null}
    </>
  );
}

function NoSources() {
  const texts = useSourcesTexts();
  return (
    <div className="grid gap-2">
      <EmptyState icon="network" level={2} title={texts.empty} text={texts.emptyText} />
      <div className="mx-auto w-full max-w-xl">
        <Panel title={texts.tryTitle} text={texts.tryText}>
          <div className="grid gap-2">
            <CodeBlock text="npm run example:pizzeria" />
            <CodeBlock text="http://127.0.0.1:8123/openapi.yaml" />
          </div>
        </Panel>
      </div>
    </div>
  );
}
