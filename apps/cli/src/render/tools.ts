import type { RiskLevel, UpstreamToolDetails, UpstreamToolView } from '@countersign/contract';
import { jsonText } from './json-text.ts';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields, renderTable } from './table.ts';

type Row = Pick<UpstreamToolView, 'name' | 'risk_level' | 'method' | 'path' | 'is_enabled' | 'deprecated_at'>;

/** Tools below one another; the path comes last, as it may be long. */
export function renderTools(tools: readonly Row[], style: Style): string {
  const rows = tools.map((tool) => [
    style.risk(tool.risk_level),
    printable(tool.method ?? ''),
    `${printable(tool.name)}${standing(tool, style)}`,
    printable(tool.path ?? ''),
  ]);
  return rows.length === 0 ? 'No tools.\n' : renderTable(['RISK', 'METHOD', 'TOOL', 'PATH'], rows, style);
}

function standing({ is_enabled, deprecated_at }: Row, style: Style): string {
  if (deprecated_at !== null) return style.bad(' (gone)');
  return is_enabled ? '' : style.warning(' (off)');
}

/** `3 LOW, 2 MEDIUM`, the mildest first. */
export function riskCounts(tools: readonly Pick<Row, 'risk_level'>[]): string {
  const levels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH'];
  return levels
    .map((level) => [tools.filter(({ risk_level }) => risk_level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}`)
    .join(', ');
}

/** One tool in full, with what it takes and what is sent. */
export function renderTool(tool: UpstreamToolDetails, style: Style): string {
  const optional = (name: string, value: string | null) => (value === null ? [] : [[name, printable(value)] as const]);
  const state =
    tool.deprecated_at !== null
      ? style.bad(`gone since ${tool.deprecated_at}: the service no longer offers it`)
      : tool.is_enabled
        ? 'on'
        : style.warning('off');
  const fields = [
    ['source', printable(tool.source)],
    ['risk', `${style.risk(tool.risk_level)}${tool.requires_approval ? ', a person is asked' : ''}`],
    ['state', state],
    ...optional('method', tool.method),
    ...optional('path', tool.path),
    ...optional('host', tool.host),
    ...(tool.tags.length === 0 ? [] : [['tags', printable(tool.tags.join(', '))] as const]),
    ['version', tool.version],
    ['arguments', jsonText(tool.input_schema).split('\n')],
    ...(tool.profile === null ? [] : [['request', jsonText(tool.profile).split('\n')] as const]),
  ] as const;
  const description = tool.description === '' ? '' : `${printable(tool.description)}\n`;
  return `${style.strong(printable(tool.name))}\n${description}\n${renderFields(fields, style)}`;
}
