import type { SourceView } from '@countersign/contract';
import { command } from '../../command.ts';
import { relativeText } from '../../render/duration.ts';
import { printable } from '../../render/printable.ts';
import { breakerText } from '../../render/source.ts';
import type { Style } from '../../render/style.ts';
import { renderTable } from '../../render/table.ts';

export const listSources = command({
  summary: 'List registered services',
  examples: [['sources list', 'each with its tools, its breaker and when it was last looked at']],
  async run({ client, print, style, terminal }) {
    const { sources } = await client().call('listSources', {});
    const rows = sources.map((source) => [
      source.name,
      source.kind,
      toolsText(source),
      breakerText(source.breaker.state, style),
      lookedAt(source, terminal.now(), style),
    ]);
    print({ sources }, () =>
      rows.length === 0
        ? 'No sources. Add one with `countersign sources add`.\n'
        : renderTable(['NAME', 'KIND', 'TOOLS', 'BREAKER', 'LOOKED AT'], rows, style),
    );
  },
});

function toolsText({ tool_count, disabled_count, deprecated_count }: SourceView): string {
  const less = [
    ...(disabled_count > 0 ? [`${disabled_count} off`] : []),
    ...(deprecated_count > 0 ? [`${deprecated_count} gone`] : []),
  ];
  return less.length === 0 ? String(tool_count) : `${tool_count} (${less.join(', ')})`;
}

function lookedAt({ refreshed_at, refresh_error }: SourceView, nowMs: number, style: Style): string {
  const when = relativeText(refreshed_at, nowMs);
  return refresh_error === null ? when : `${when}, ${style.bad('failed since')}: ${printable(refresh_error)}`;
}
