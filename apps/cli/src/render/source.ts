import type { BreakerState, SourceView } from '@countersign/contract';
import { relativeText } from './duration.ts';
import { jsonText } from './json-text.ts';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { renderFields } from './table.ts';

/** Whether calls are tried. */
export function breakerText(state: BreakerState, style: Style): string {
  const words = { closed: style.good('closed'), half_open: style.warning('half open'), open: style.bad('open') };
  return words[state];
}

/** One service and its settings; of secrets there are only names in it. */
export function renderSource(source: SourceView, style: Style, nowMs: number): string {
  const { breaker } = source;
  const since = breaker.since === null ? '' : ` since ${relativeText(breaker.since, nowMs)}`;
  const failures = breaker.failures === 0 ? '' : `, ${breaker.failures} failures`;
  const { name: _, kind: __, ...settings } = source.settings;
  const fields = [
    ['kind', source.kind],
    ['breaker', `${breakerText(breaker.state, style)}${since}${failures}`],
    ['looked at', relativeText(source.refreshed_at, nowMs)],
    ...(source.refresh_error === null ? [] : [['failed', style.bad(printable(source.refresh_error))] as const]),
    ['added', source.created_at],
    ['inventory', source.inventory_hash],
    ['settings', jsonText(settings).split('\n')],
  ] as const;
  return `${style.strong(printable(source.name))}\n\n${renderFields(fields, style)}`;
}
