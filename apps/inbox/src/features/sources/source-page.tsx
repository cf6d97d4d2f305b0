import type { SourceView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useState } from 'react';
import { BackLink } from '../../design/back-link.tsx';
import { Button } from '../../design/button.tsx';
import { Fact, Facts } from '../../design/facts.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { Ago } from '../../design/time-left.tsx';
import { ToolTable } from '../tools/tool-table.tsx';
import { useToolsTexts } from '../tools/use-tools-texts.ts';
import { BreakerState } from './breaker-state.tsx';
import { RefreshSourceDialog } from './refresh-source-dialog.tsx';
import { RemoveSourceDialog } from './remove-source-dialog.tsx';
import { secretsOf } from './source-facts.ts';
import { useSource } from './source-queries.ts';
import { Address, ToolCounts } from './sources-page.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

/** One service: how it is, what is known of it, and its tools. */
export function SourcePage({ name }: { readonly name: string }) {
  const texts = useSourcesTexts();
  const { backToSources } = useToolsTexts();
  const query = useSource(name);
  const [dialog, setDialog] = useState<'refresh' | 'remove' | null>(null);
  const { data } = query;
  return (
    <Page
      title={makeVisible(name)}
      back={<BackLink href="/tools/sources">{backToSources}</BackLink>}
      actions={
        data ? (
          <>
            <Button icon="refresh" onClick={() => setDialog('refresh')}>
              {texts.refresh}
            </Button>
            <Button look="danger" icon="deletes" onClick={() => setDialog('remove')}>
              {texts.remove}
            </Button>
          </>
        ) : undefined
      }
    >
      {data ? (
        <>
          <Standing source={data.source} />
          <Panel title={texts.toolsTitle} isFlush>
            <ToolTable label={texts.toolsTitle} tools={data.tools} />
          </Panel>
          <Settings source={data.source} />
        </>
      ) : (
        <NotReady query={query} />
      )}
      {data && dialog === 'refresh' ? (
        <RefreshSourceDialog source={data.source} onClose={() => setDialog(null)} />
      ) : null}
      {data && dialog === 'remove' ? <RemoveSourceDialog source={data.source} onClose={() => setDialog(null)} /> : null}
    </Page>
  );
}

function Standing({ source }: { readonly source: SourceView }) {
  const texts = useSourcesTexts();
  const { column } = texts;
  const { refresh_seconds: seconds } = source.settings;
  return (
    <Panel>
      <Facts className="grid-cols-2 md:grid-cols-4">
        <Fact title={column.kind}>{texts.kind[source.kind]}</Fact>
        <Fact title={column.address}>
          <Address source={source} />
        </Fact>
        <Fact title={column.tools}>
          <ToolCounts source={source} />
        </Fact>
        <Fact title={column.refreshed}>
          <Ago since={source.refreshed_at} />
          <span className="block text-small text-soft">
            {seconds === undefined ? texts.neverByItself : texts.everySeconds(spanText(seconds))}
          </span>
        </Fact>
        <div className="col-span-full">
          <dt className="caption">{column.breaker}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <BreakerState source={source} />
            <span className="text-small text-soft">{texts.breakerText[source.breaker.state]}</span>
          </dd>
        </div>
      </Facts>
      {source.refresh_error === null ? null : (
        <p className="exact mt-3 rounded-md bg-high-wash px-3 py-2 font-sans text-high">
          {texts.refreshFailed}: {makeVisible(source.refresh_error)}
        </p>
      )}
    </Panel>
  );
}

function Settings({ source: { settings } }: { readonly source: SourceView }) {
  const texts = useSourcesTexts();
  const secrets = secretsOf(settings);
  const raw = JSON.stringify(settings, null, 2);
  return (
    <Panel title={texts.settings} text={texts.settingsText}>
      <Facts className="md:grid-cols-3">
        <Fact title={texts.auth}>{texts.authMode[settings.auth?.mode ?? 'none']}</Fact>
        <Fact title={texts.needsSecrets}>
          {secrets.length === 0 ? '–' : <span className="exact text-small">{secrets.join(', ')}</span>}
        </Fact>
        <Fact title={texts.privateAddresses}>
          {settings.destinations?.allow_private ? texts.allowed : texts.refused}
        </Fact>
      </Facts>
      <details className="mt-3">
        <summary className="min-h-6 cursor-pointer font-medium">{texts.allSettings}</summary>
        <ScrollBox
          label={texts.allSettings}
          className="exact mt-2 rounded-md border border-line bg-wash px-3 py-2 text-small"
        >
          {raw.split('\n').map(makeVisible).join('\n')}
        </ScrollBox>
      </details>
    </Panel>
  );
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** 3600 -> 1 h: in the largest unit that divides it. */
function spanText(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 's'];
  return `${seconds / size} ${unit}`;
}
