import { marker } from './marker.ts';

/** A part of a text that is secret. */
export type Span = {
  readonly start: number;
  readonly end: number;
  /** The quote that ends the value, where it stands in quotes; a value that is too long to be held is masked up to it. */
  readonly quote?: string;
};

/** The spans in order, where they overlap or touch as one. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  if (areApart(spans)) return spans;
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) merged[merged.length - 1] = join(last, span);
    else merged.push(span);
  }
  return merged;
}

/** The text from an index to an index, with the marker in place of each span. */
export function maskSpans(text: string, spans: readonly Span[], from = 0, to = text.length): string {
  let masked = '';
  let at = from;
  for (const { start, end } of spans) {
    if (end <= at || start >= to) continue;
    masked += text.slice(at, Math.max(at, start)) + marker;
    at = Math.min(end, to);
  }
  return masked + text.slice(at, to);
}

/** Most spans are found in order, each behind the one before. */
function areApart(spans: readonly Span[]): boolean {
  for (let index = 1; index < spans.length; index++) {
    if (spans[index]!.start <= spans[index - 1]!.end) return false;
  }
  return true;
}

function join(a: Span, b: Span): Span {
  return b.end > a.end ? { ...b, start: a.start } : a;
}
