import { findSecrets, isPlain } from './find-secrets.ts';
import type { KnownValues } from './known/known-values.ts';
import { limits } from './limits.ts';
import { marker } from './marker.ts';
import { continueConstruct } from './multiline/continue-construct.ts';
import { wrapsAtEnd } from './multiline/wraps-at-end.ts';
import type { Opening } from './opening.ts';
import type { NamedPair } from './scan.ts';
import { maskSpans, mergeSpans, type Span } from './span.ts';
import { lineEndAt } from './values/read-value.ts';

export type RedactStream = { write(chunk: string): string; end(): string };

/**
 * Redacts a text that arrives in pieces. Everything is decided by lines (and, in lines that are too long to be held, by
 * windows of a fixed length), never by pieces: however a text is cut, the output is the same.
 */
export function redactStream(known: KnownValues): RedactStream {
  const line = lineRedactor(known);
  let pieces: string[] = [];
  let length = 0;

  const take = (): string => {
    const text = pieces.length === 1 ? pieces[0]! : pieces.join('');
    pieces = [];
    length = 0;
    return text;
  };
  const hold = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };

  return {
    write(chunk) {
      let out = '';
      let at = 0;
      while (at < chunk.length) {
        const room = limits.windowLength - length;
        const newline = chunk.indexOf('\n', at);
        const plain = length === 0 && newline >= 0 && line.isIdle() ? endOfPlain(chunk, at, newline, room) : at;
        if (plain > at) {
          out += chunk.slice(at, plain);
          at = plain;
          continue;
        }
        if (newline >= 0 && newline - at < room) {
          hold(chunk.slice(at, newline + 1));
          at = newline + 1;
          if (!goesOn(pieces)) out += line.whole(take());
          else if (length === limits.windowLength) out += keep(line.window(take()));
        } else {
          hold(chunk.slice(at, at + room));
          at += room;
          if (length === limits.windowLength) out += keep(line.window(take()));
        }
      }
      return out;
    },
    end() {
      const out = length > 0 ? line.whole(take()) : '';
      return out + line.end();
    },
  };

  function keep({ out, rest }: { out: string; rest: string }): string {
    if (rest !== '') hold(rest);
    return out;
  }
}

/** The end of the whole lines from an index on in which nothing can be secret: they need not be taken apart. */
function endOfPlain(chunk: string, from: number, firstNewline: number, room: number): number {
  let at = from;
  for (let newline = firstNewline; newline >= 0 && newline - at < room; newline = chunk.indexOf('\n', at)) {
    if (chunk[newline - 1] === '\\' || chunk[newline - 1] === '\r' || !isPlain(chunk, at, newline)) break;
    at = newline + 1;
  }
  return at;
}

/** Whether the line end at the end of the pieces is taken back by a backslash: shells and YAML go on then. */
function goesOn(pieces: readonly string[]): boolean {
  const last = pieces.at(-1)!;
  if (last.length > 2 && last.at(-2) !== '\\' && last.at(-2) !== '\r') return false;
  let tail = '';
  for (let index = pieces.length - 1; index >= 0 && /^\\*\r?\n?$/.test(tail); index--) {
    tail = pieces[index]!.slice(-64) + tail;
    if (pieces[index]!.length > 64) break;
  }
  const backslashes = /(\\*)\r?\n$/.exec(tail)![1]!.length;
  return backslashes % 2 === 1;
}

/** The state between lines. */
function lineRedactor(known: KnownValues) {
  let opens: Opening | null = null;
  /** A line end that is written only if the construct before it has ended. */
  let heldBreak = '';
  let pair: NamedPair | null = null;
  /** Masking up to the end of something that is longer than a window: its quote, or an empty text for a word. */
  let swallowing: string | null = null;
  /** How much of the held text was passed on already. */
  let passed = 0;

  return { whole, window, end, isIdle };

  /** Whether a line that calls no finder is passed on as it is. */
  function isIdle(): boolean {
    return opens === null && pair === null && swallowing === null && passed === 0 && known.isEmpty;
  }

  function end(): string {
    const out = heldBreak;
    heldBreak = '';
    return out;
  }

  /** One whole line, or the last piece of a long one. */
  function whole(text: string): string {
    const from = passed;
    passed = 0;
    if (swallowing !== null) {
      const rest = text.slice(endOfSwallowed(text, swallowing));
      swallowing = null;
      return whole(rest);
    }
    if (from === 0 && opens !== null) {
      const step = continueConstruct(opens, text);
      if (step.isOver) {
        const out = step.isPart ? '' : heldBreak;
        heldBreak = '';
        opens = null;
        return out + step.out + (step.rest === '' ? '' : whole(step.rest));
      }
      if (step.opens) opens = step.opens;
      if (step.heldBreak !== undefined) heldBreak = step.heldBreak;
      return step.out;
    }
    if (text.length < limits.lineLengthMin) return text.slice(from);
    const { spans, scan } = find(text);
    pair = scan.pair === null || scan.pair === pair ? null : { ...scan.pair, at: scan.pair.at - text.length };
    opens = scan.opens ?? (wrapsAtEnd(text, spans) ? { kind: 'words' } : null);
    const out = spans.length === 0 ? text.slice(from) : untilStable(maskSpans(text, spans, from));
    if (opens?.kind !== 'key' && opens?.kind !== 'quote') return out;
    return holdBreak(out);
  }

  /** A marker is a boundary that the secret was not: what was masked is looked at again until nothing is found. */
  function untilStable(masked: string): string {
    let out = masked;
    for (let round = 0; round < limits.roundsMax; round++) {
      const { spans, scan } = find(out);
      opens ??= scan.opens;
      const next = maskSpans(out, spans);
      if (next === out) break;
      out = next;
    }
    return out;
  }

  function holdBreak(out: string): string {
    const at = out.endsWith('\r\n') ? out.length - 2 : out.endsWith('\n') ? out.length - 1 : out.length;
    heldBreak = out.slice(at);
    return out.slice(0, at);
  }

  /** A window of a line that is too long. What is not decided yet is held again. */
  function window(text: string): { out: string; rest: string } {
    const from = passed;
    passed = 0;
    if (swallowing !== null) {
      const at = endOfSwallowed(text, swallowing);
      if (at < text.length) swallowing = null;
      return { out: '', rest: text.slice(at) };
    }
    if (from === 0 && opens !== null) return windowOf(opens, text);
    const { spans } = find(text);
    const cut = wholeCharacter(text, text.length - limits.windowOverlapLength);
    const across = spans.find((span) => span.start < cut && span.end > cut);
    if (across && across.end >= text.length - 1) {
      swallowing = across.quote ?? '';
      return { out: maskSpans(text, spans, from), rest: '' };
    }
    const to = Math.max(across?.end ?? cut, from);
    const keepFrom = wholeCharacter(text, Math.max(0, to - limits.windowContextLength));
    passed = to - keepFrom;
    return { out: maskSpans(text, spans, from, to), rest: text.slice(keepFrom) };
  }

  /** A line of a construct that is too long: masked up to the end of the construct, or of the line. */
  function windowOf(opening: Opening, text: string): { out: string; rest: string } {
    const closer = opening.kind === 'quote' ? opening.quote : opening.kind === 'words' ? '' : '\n';
    const at = endOfSwallowed(text, closer);
    if (at === text.length) swallowing = closer;
    else opens = null;
    heldBreak = '';
    const isOwnLine = at > 0 && (opening.kind === 'block' || opening.kind === 'words');
    return { out: isOwnLine ? marker : '', rest: text.slice(at) };
  }

  function find(text: string) {
    const scan = findSecrets(text, pair);
    const spans: Span[] = scan.spans;
    known.find(text, spans);
    return { scan, spans: spans.length > 1 ? mergeSpans(spans) : spans };
  }
}

const closers: Readonly<Record<string, RegExp>> = {
  '': /[\s"'`]/,
  '"': /["\n]/,
  "'": /['\n]/,
  '`': /[`\n]/,
  '\n': /\n/,
};

/** Where something too long to be held ends: at its quote, else at a blank or any quote; at the line end in any case. */
function endOfSwallowed(text: string, quote: string): number {
  const at = text.search(closers[quote.at(-1) ?? '']!);
  return at < 0 ? text.length : at - (lineEndAt(text, at - 1) === 2 ? 1 : 0);
}

/** An index that cuts no character in two. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
