import type { ImportView, ToolChange } from '@countersign/contract';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { renderTools, riskCounts } from './tools.ts';

/** What an import found, in full. The counts come last: they stand right above the question. */
export function renderImport(found: ImportView, style: Style): string {
  const { tools } = found;
  const counts =
    tools.length === 0 ? 'No tools were found.' : `${countOf(tools.length, 'tool')}: ${riskCounts(tools)}.`;
  const leftOut = found.left_out.length;
  const end = `${counts}${leftOut === 0 ? '' : ` ${countOf(leftOut, 'operation')} left out.`}\n`;
  return `${tools.length === 0 ? '' : `${renderTools(tools, style)}\n`}${renderRemarks(found, style)}${end}`;
}

/** What is not as it was, tool by tool and line by line. */
export function renderChanges(found: ImportView, style: Style): string {
  const { changes } = found;
  if (changes.length === 0)
    return `${renderRemarks(found, style)}Nothing changed: ${countOf(found.tools.length, 'tool')}.\n`;
  const kinds = ['added', 'changed', 'removed', 'restored'] as const;
  const counts = kinds
    .map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}`);
  const shown = changes.map((change) => renderChange(change, style)).join('');
  return `${shown}\n${renderRemarks(found, style)}${countOf(changes.length, 'change')}: ${counts.join(', ')}.\n`;
}

function renderChange({ tool_id, kind, diff }: ToolChange, style: Style): string {
  const paint = { added: style.good, restored: style.good, changed: style.warning, removed: style.bad }[kind];
  const lines = diff.map((line) => {
    const shown = `  ${printable(line)}\n`;
    return line.startsWith('+') ? style.good(shown) : line.startsWith('-') ? style.bad(shown) : shown;
  });
  return `${paint(kind)} ${style.strong(printable(tool_id))}\n${lines.join('')}`;
}

function renderRemarks({ left_out, warnings }: ImportView, style: Style): string {
  const leftOut = left_out.map(({ operation, reason }) => `  ${printable(operation)}: ${printable(reason)}\n`);
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? '' : `${title}\n${lines.join('')}\n`);
  return (
    list('Left out:', leftOut) +
    list(
      style.warning('Warnings:'),
      warnings.map((warning) => `  ${printable(warning)}\n`),
    )
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
