import type { Span } from '../span.ts';
import { isBlank, isQuote } from '../values/characters.ts';

/** A text without its line breaks and without what stands around them; spans of it are found in the text again. */
export type JoinedLines = { readonly text: string; spansOf(span: Span): readonly Span[] };

/** Null where the text is one line. */
export function joinLines(text: string): JoinedLines | null {
  const first = text.indexOf('\n');
  if (first < 0 || first === text.length - 1) return null;
  const pieces: { readonly start: number; readonly end: number; readonly at: number }[] = [];
  let joined = '';
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const next = newline < 0 ? text.length : newline + 1;
    const start = pieces.length === 0 ? from : skipIndent(text, from);
    const end = next === text.length ? next : endOfPiece(text, start, next);
    if (end > start) {
      pieces.push({ start, end, at: joined.length });
      joined += text.slice(start, end);
    }
    from = next;
  }
  return {
    text: joined,
    spansOf: ({ start, end }) =>
      pieces.flatMap((piece) => {
        const from = Math.max(piece.start, piece.start + start - piece.at);
        const to = Math.min(piece.end, piece.start + end - piece.at);
        return to > from ? [{ start: from, end: to }] : [];
      }),
  };
}

/** Where a line ends without its line end and without what puts it together with the next. */
export function endOfPiece(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isGlue(text, end - 1)) end--;
  return end;
}

/** Blanks, a sign of a quotation or a comment, a quote that opens. */
function skipIndent(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  if ('>|#*+'.includes(text.charAt(at)) && isBlank(text.charCodeAt(at + 1))) at += 2;
  while (isBlank(text.charCodeAt(at))) at++;
  if (isQuote(text.charCodeAt(at))) at++;
  return at;
}

/** Line ends, blanks, quotes, and signs between texts that are put together: \ , & and + after a quote or a blank. */
function isGlue(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === PLUS) return text.charCodeAt(at - 1) <= 32 || isQuote(text.charCodeAt(at - 1));
  return code <= 32 || isQuote(code) || code === 44 || code === 38 || code === 92;
}

const PLUS = 43;
