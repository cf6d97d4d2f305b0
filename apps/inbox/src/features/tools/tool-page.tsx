import type { UpstreamToolDetails } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { BackLink } from '../../design/back-link.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import { Fact, Facts } from '../../design/facts.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { Page, Panel } from '../../design/page.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { Ago } from '../../design/time-left.tsx';
import { ArgumentsTable } from './arguments-table.tsx';
import { RequestPanel } from './request-panel.tsx';
import { useAvailableTools, useTool } from './tool-queries.ts';
import { ToolSwitch } from './tool-switch.tsx';
import { Destination, Standing } from './tool-table.tsx';
import { useToolsTexts } from './use-tools-texts.ts';

/** One tool: what it says of itself, what it takes, and what a call of it sends where. */
export function ToolPage({ name }: { readonly name: string }) {
  const texts = useToolsTexts();
  const { me } = useSession();
  const query = useTool(name);
  const { data: tool } = query;
  const canSwitch = me.is_admin && tool && tool.source !== 'builtin' && tool.deprecated_at === null;
  return (
    <Page
      title={makeVisible(name)}
      actions={canSwitch ? <ToolSwitch tool={tool} /> : undefined}
      back={<BackLink href="/tools">{texts.back}</BackLink>}
    >
      {tool ? <Details tool={tool} /> : <NotReady query={query} />}
    </Page>
  );
}

function Details({ tool }: { readonly tool: UpstreamToolDetails }) {
  const texts = useToolsTexts();
  const raw = JSON.stringify(tool.input_schema, null, 2);
  const isBuiltin = tool.source === 'builtin';
  return (
    <>
      {tool.deprecated_at === null ? null : (
        <p className="rounded-md bg-medium-wash px-4 py-3 text-medium">{texts.goneText}</p>
      )}
      <Panel>
        <ToolFacts tool={tool} />
        <p className="mt-4 border-t border-line pt-3 text-small text-soft">{texts.asksText}</p>
      </Panel>
      <Panel {...(isBuiltin ? { title: texts.purpose } : { title: texts.description, text: texts.descriptionText })}>
        <p className="exact max-w-3xl font-sans">{makeVisible(tool.description) || texts.noDescription}</p>
      </Panel>
      <Panel title={texts.arguments} text={texts.argumentsText} isFlush>
        <ArgumentsTable schema={tool.input_schema} />
        <details className="border-t border-line px-4 py-2">
          <summary className="min-h-6 cursor-pointer font-medium">{texts.schema}</summary>
          <div className="mt-1 flex justify-end">
            <CopyButton text={raw} />
          </div>
          <ScrollBox label={texts.schema} className="exact rounded-md border border-line bg-wash px-3 py-2 text-small">
            {raw.split('\n').map(makeVisible).join('\n')}
          </ScrollBox>
        </details>
      </Panel>
      <RequestPanel tool={tool} />
    </>
  );
}

function ToolFacts({ tool }: { readonly tool: UpstreamToolDetails }) {
  const texts = useToolsTexts();
  const { me } = useSession();
  const { facts } = texts;
  const seconds = useAvailableTools().get(tool.name)?.timeout_seconds ?? 0;
  return (
    <Facts className="grid-cols-2 md:grid-cols-4">
      <Fact title={facts.risk}>
        <span className="flex flex-wrap items-center gap-2">
          <RiskBadge level={tool.risk_level} />
          <Standing tool={tool} />
        </span>
      </Fact>
      <Fact title={facts.asks}>{tool.requires_approval ? texts.asks : texts.asksNot}</Fact>
      <Fact title={facts.runs}>
        <Destination tool={tool} />
      </Fact>
      <Fact title={facts.source}>
        {tool.source === 'builtin' ? (
          texts.builtin
        ) : me.is_admin ? (
          <Link href={`/tools/sources/${tool.source}`} className="text-accent underline underline-offset-2">
            {tool.source}
          </Link>
        ) : (
          tool.source
        )}
      </Fact>
      <Fact title={facts.version}>
        <span className="exact text-small">{tool.version}</span>
      </Fact>
      {seconds > 0 ? <Fact title={facts.deadline}>{texts.seconds(seconds)}</Fact> : null}
      {tool.updated_at === null ? null : (
        <Fact title={facts.changed}>
          <Ago since={tool.updated_at} />
        </Fact>
      )}
      {tool.tags.length === 0 ? null : (
        <Fact title={facts.tags}>
          <span className="exact font-sans">{makeVisible(tool.tags.join(', '))}</span>
        </Fact>
      )}
    </Facts>
  );
}
