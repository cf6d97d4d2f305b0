import { createScan, findSecrets, mayHoldSecret } from './find-secrets.ts';
import type { KnownValues } from './known/known-values.ts';
import { limits } from './limits.ts';
import { marker } from './marker.ts';
import { continueConstruct } from './multiline/continue-construct.ts';
import { wrapsAtEnd } from './multiline/wraps-at-end.ts';
import type { Opening } from './opening.ts';
import type { NamedPair, Scan } from './scan.ts';
import { maskSpans, mergeSpans, type Span } from './span.ts';
import { isQuote } from './values/characters.ts';
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
  /** Lines that end with the beginning of a known value, which the next line may go on with. */
  let wrapped: string[] = [];
  /** Whether the line before held nothing: where secrets are, more of them follow, and a first look is in vain. */
  let isQuiet = true;

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
        if (length === 0 && newline >= 0 && newline - at < room && !isTakenBack(chunk, newline)) {
          const plain =
            isQuiet && wrapped.length === 0 && line.isIdle() ? endOfPlain(known, chunk, at, newline, room) : at;
          isQuiet = plain > at;
          const end = isQuiet ? plain : newline + 1;
          const text = chunk.slice(at, end);
          at = end;
          if (isQuiet) {
            out += text;
            continue;
          }
          const masked = complete(text);
          isQuiet = masked === text;
          out += masked;
          continue;
        }
        if (newline >= 0 && newline - at < room) {
          hold(chunk.slice(at, newline + 1));
          at = newline + 1;
          if (!goesOn(pieces)) out += complete(take());
          else if (length === limits.windowLength) out += passOn(Number.POSITIVE_INFINITY) + keep(line.window(take()));
        } else {
          hold(chunk.slice(at, at + room));
          at += room;
          if (length === limits.windowLength) out += passOn(Number.POSITIVE_INFINITY) + keep(line.window(take()));
        }
      }
      return out;
    },
    end() {
      if (length > 0) wrapped.push(take());
      return passOn(Number.POSITIVE_INFINITY) + line.end();
    },
  };

  /** A line is passed on, unless a known value may go on in the next one. */
  function complete(text: string): string {
    if (wrapped.length === 0 && known.isFree(text, 0, text.length)) return line.whole(text);
    wrapped.push(text);
    const openAt = known.openAt(wrapped.join(''));
    return passOn(openAt < 0 ? Number.POSITIVE_INFINITY : openAt);
  }

  /** Masks what is known in the lines that are held, line by line, and passes on those that end up to an index. */
  function passOn(index: number): string {
    const held = maskKnown(known, wrapped);
    let out = '';
    let at = 0;
    while (wrapped.length > 0 && at + wrapped[0]!.length <= index) {
      at += wrapped.shift()!.length;
      out += line.whole(held.shift()!);
    }
    wrapped = held;
    const size = held.reduce((sum, { length: size }) => sum + size, 0);
    return size > limits.windowLength ? out + passOn(Number.POSITIVE_INFINITY) : out;
  }

  function keep({ out, rest }: { out: string; rest: string }): string {
    if (rest !== '') hold(rest);
    return out;
  }
}

/** The lines with known values masked that go on from one to the next; those in one line are found with all else. */
function maskKnown(known: KnownValues, lines: readonly string[]): string[] {
  if (lines.length < 2) return [...lines];
  const text = lines.join('');
  const spans: Span[] = [];
  known.find(text, spans);
  const merged = mergeSpans(spans);
  let at = 0;
  return lines.map(({ length }) => {
    at += length;
    return maskSpans(text, merged, at - length, at);
  });
}

/** The end of the whole lines from an index on in which nothing can be secret: they need not be taken apart. */
function endOfPlain(known: KnownValues, chunk: string, from: number, firstNewline: number, room: number): number {
  let at = from;
  for (let newline = firstNewline; newline >= 0 && newline - at < room; newline = chunk.indexOf('\n', at)) {
    if (isTakenBack(chunk, newline) || mayHoldSecret(chunk, at, newline) || !known.isFree(chunk, at, newline)) break;
    at = newline + 1;
  }
  return at;
}

/** Whether a backslash before a line end may take it back. */
function isTakenBack(text: string, newline: number): boolean {
  const before = text.charCodeAt(newline - 1);
  return before === BACKSLASH || (before === CARRIAGE_RETURN && text.charCodeAt(newline - 2) === BACKSLASH);
}

const [BACKSLASH, CARRIAGE_RETURN] = [92, 13] as const;

/** Whether the line end at the end of the pieces is taken back by a backslash: shells and YAML go on then. */
function goesOn(pieces: readonly string[]): boolean {
  const last = pieces.at(-1)!;
  if (last.length > 2 && !isTakenBack(last, last.length - 1)) return false;
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
  const scan = createScan();
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
    return opens === null && pair === null && swallowing === null && passed === 0;
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
    const spans = find(text);
    pair = scan.pair === null || scan.pair === pair ? null : { ...scan.pair, at: scan.pair.at - text.length };
    opens = scan.opens ?? (wrapsAtEnd(text, spans) ? { kind: 'words' } : null);
    const masked = spans.length === 0 && from === 0 ? text : maskSpans(text, spans, from);
    const out = spans.length === 0 || isSettled(text, scan) ? masked : untilStable(masked);
    if (opens?.kind !== 'key' && opens?.kind !== 'quote') return out;
    return holdBreak(out);
  }

  /** A marker is a boundary that the secret was not: what was masked is looked at again until nothing is found. */
  function untilStable(masked: string): string {
    let out = masked;
    for (let round = 0; round < limits.roundsMax; round++) {
      const spans = find(out);
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
    const spans = find(text);
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
    const closer =
      opening.kind === 'quote' ? opening.quote : opening.kind === 'words' || opening.kind === 'list' ? '' : '\n';
    const at = endOfSwallowed(text, closer);
    if (at === text.length) swallowing = closer;
    else opens = null;
    heldBreak = '';
    const isOwnLine = at > 0 && opening.kind !== 'key' && opening.kind !== 'quote';
    return { out: isOwnLine ? marker : '', rest: text.slice(at) };
  }

  function find(text: string): readonly Span[] {
    findSecrets(scan, text, pair);
    const { spans } = scan;
    const found = spans.length;
    known.find(text, spans);
    if (spans.length > found) scan.tries = Number.POSITIVE_INFINITY;
    return spans.length > 1 ? mergeSpans(spans) : spans;
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

/**
 * Whether masking leaves nothing to be found: all that was looked at was masked, and behind each secret stands what
 * ends a word, as behind a marker. Everything else would be judged as it was before.
 */
function isSettled(text: string, { tries, spans }: Scan): boolean {
  return tries === spans.length && spans.every(({ end }) => endsWord(text.charCodeAt(end)));
}

/** A blank, a line end, a quote, a comma or a semicolon, or the end of the text. */
function endsWord(code: number): boolean {
  return code <= 32 || isQuote(code) || code === 44 || code === 59 || Number.isNaN(code);
}

/** An index that cuts no character in two. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
