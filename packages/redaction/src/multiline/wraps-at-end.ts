import type { Span } from '../span.ts';
import { endOfContent } from '../values/read-value.ts';

/** Terminals wrap at widths from here on. */
const wrapWidthMin = 60;

/** Whether a secret reaches to the end of a line so long that a terminal may have wrapped it there. */
export function wrapsAtEnd(text: string, spans: readonly Span[]): boolean {
  const end = endOfContent(text);
  return end >= wrapWidthMin && end < text.length && spans.at(-1)?.end === end;
}
