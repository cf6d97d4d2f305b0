import type { Span } from './locate-span.ts';

/** A stretch of a text that belongs to a part of the script. */
export type Mark = Span & { readonly part: number };

/** A line cut where marks begin and end; a stretch inside several belongs to the narrowest of them. */
export function markSegments(
  line: string,
  lineStart: number,
  marks: readonly Mark[],
): { readonly text: string; readonly part: number | null }[] {
  const near = marks.filter(({ start, end }) => start < lineStart + line.length && end > lineStart);
  const edges = new Set([0, line.length]);
  for (const { start, end } of near) {
    edges.add(Math.max(0, start - lineStart));
    edges.add(Math.min(line.length, end - lineStart));
  }
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(1).map((edge, index) => {
    const from = sorted[index]!;
    return { text: line.slice(from, edge), part: narrowest(near, lineStart + from, lineStart + edge) };
  });
}

function narrowest(marks: readonly Mark[], start: number, end: number): number | null {
  let best: Mark | null = null;
  for (const mark of marks) {
    const isAround = mark.start <= start && mark.end >= end;
    if (isAround && (best === null || mark.end - mark.start < best.end - best.start)) best = mark;
  }
  return best === null ? null : best.part;
}
