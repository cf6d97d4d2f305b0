import type { UpstreamToolView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { Cell, Row, Table, Tag } from '../../design/page.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { useAvailableTools } from './tool-queries.ts';
import { useToolsTexts } from './use-tools-texts.ts';

const shownVersionLength = 8;

/** Tools in a table. Those of an import are not saved yet, and have no page of their own. */
export function ToolTable({
  label,
  tools,
  isSaved = true,
}: {
  readonly label: string;
  readonly tools: readonly UpstreamToolView[];
  readonly isSaved?: boolean;
}) {
  const texts = useToolsTexts();
  const { column } = texts;
  return (
    <Table
      label={label}
      columns={[
        { title: column.tool },
        { title: column.request },
        { title: column.risk },
        { title: column.asks },
        { title: column.version },
      ]}
    >
      {tools.map((tool) => (
        <Row key={tool.tool_id}>
          <Cell className="md:w-2/5">
            <span className="flex flex-wrap items-center gap-x-2">
              {isSaved ? (
                <Link
                  href={`/tools/tool/${encodeURIComponent(tool.name)}`}
                  className="exact font-medium text-accent underline-offset-2 hover:underline"
                >
                  {tool.name}
                </Link>
              ) : (
                <span className="exact font-medium">{tool.name}</span>
              )}
              <Standing tool={tool} />
            </span>
            <span className="exact line-clamp-2 font-sans text-small text-soft">{makeVisible(tool.description)}</span>
          </Cell>
          <Cell name={column.request} className="max-md:text-right md:w-[27%]">
            <Destination tool={tool} />
          </Cell>
          <Cell name={column.risk} className="md:w-[10%]">
            <RiskBadge level={tool.risk_level} isSmall />
          </Cell>
          <Cell name={column.asks} className="whitespace-nowrap md:w-[12%]">
            {tool.requires_approval ? texts.asks : <span className="text-soft">{texts.asksNot}</span>}
          </Cell>
          <Cell name={column.version}>
            <span className="font-mono text-small text-soft">{tool.version.slice(0, shownVersionLength)}</span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Whether it can be called at all. */
export function Standing({ tool }: { readonly tool: UpstreamToolView }) {
  const texts = useToolsTexts();
  if (tool.deprecated_at !== null) return <Tag tone="warn">{texts.gone}</Tag>;
  return tool.is_enabled ? null : <Tag tone="warn">{texts.off}</Tag>;
}

/** Method, path and host of a tool of a service; where it runs for the others. */
export function Destination({ tool }: { readonly tool: UpstreamToolView }) {
  const texts = useToolsTexts();
  const target = useAvailableTools().get(tool.name)?.target;
  if (tool.method === null) return target === 'server' ? texts.onServer : texts.onRunner;
  return (
    <span className="exact block text-small">
      <span className="font-semibold">{tool.method}</span> {makeVisible(tool.path ?? '')}
      <span className="block text-soft">{makeVisible(tool.host ?? '')}</span>
    </span>
  );
}
