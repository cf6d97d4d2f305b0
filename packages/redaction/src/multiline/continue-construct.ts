import { indentOf } from '../finders/find-assignment.ts';
import { endOfKey } from '../finders/find-private-key.ts';
import { marker } from '../marker.ts';
import type { Opening } from '../opening.ts';
import { maskSpans, type Span } from '../span.ts';
import { isQuote } from '../values/characters.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { endOfContent, findClosing, readValue } from '../values/read-value.ts';

/** What becomes of one more line after a construct was opened. */
export type Step = {
  readonly out: string;
  /** The construct has ended; `rest` is looked at as any line. */
  readonly isOver: boolean;
  /** The beginning of the line still belonged to it, so the line end before is masked too. */
  readonly isPart: boolean;
  readonly rest: string;
  readonly heldBreak?: string;
  readonly opens?: Opening;
};

export function continueConstruct(opens: Opening, line: string): Step {
  switch (opens.kind) {
    case 'key':
      return continueKey(line);
    case 'quote':
      return continueQuote(opens.quote, line);
    case 'block':
      return continueBlock(opens.indent, line);
    case 'list':
      return continueList(line);
    case 'words':
      return continueWords(line);
  }
}

/** What stands around lines of a key: numbers, names of files, signs of a diff, comments, strings put together. */
const keyLine =
  /^(?:[\w./-]{1,120}[:-](?:\d{1,7}[:-])?|\s{0,8}\d{1,7}(?:\t|→|[:|] ?))?[\s|>+\-#*/"'`]{0,40}([A-Za-z0-9+/=_-]{1,200}|(?:Proc-Type|DEK-Info|Comment|Version|Charset|Hash|Private-MAC|MessageID|Encryption|Key-Derivation|Argon2-\w{1,20}): ?.{0,200}|)(?:\\+[nr]|[\s"'`+,;.)\\]){0,20}$/;

function continueKey(line: string): Step {
  const ending = endOfKey(line, 0);
  if (ending >= 0) return over(line.slice(ending), true);
  if (!keyLine.test(line)) return over(line, false);
  return more('', line);
}

function continueQuote(quote: string, line: string): Step {
  const closing = quote.length === 3 && quote[0] !== '\\' ? line.indexOf(quote) : findClosing(line, 0, quote);
  if (closing >= 0) return over(line.slice(closing), true);
  return line.trim() === '' ? over(line, false) : more('', line);
}

function continueBlock(indent: number, line: string): Step {
  const isBlank = line.trim() === '';
  if (!isBlank && indentOf(line) <= indent) return over(line, false);
  if (isBlank) return { out: line, isOver: false, isPart: true, rest: '' };
  return { ...masked(line), opens: { kind: 'block', indent } };
}

/** One word: an item of a list, a text in quotes, a piece of a token. */
const oneWord = /^(\s*(?:-\s+)?(\\*["'`])?)([A-Za-z0-9_\-.+/~]+={0,2}|\*\*\*REDACTED\*\*\*)(["'`\\]*[,;]?\s*)$/;

function continueWords(line: string): Step {
  const word = oneWord.exec(line);
  if (!word || !(isOpaque(word[3]!) || word[3] === marker)) return over(line, false);
  return { out: `${word[1]}${marker}${word[4]}`, isOver: false, isPart: true, rest: '' };
}

/** Texts in quotes, or one bare word that looks like a secret. What follows them is looked at as any line. */
function continueList(line: string): Step {
  const spans: Span[] = [];
  let at = skipGaps(line, 0);
  while (isQuote(line.charCodeAt(at))) {
    const value = readValue(line, at, '');
    if (!value.isClosed) break;
    if (!isPlaceholder(value.text)) spans.push(value);
    at = skipGaps(line, value.next);
  }
  if (at === line.length || (at > 0 && /^(?:#|\/\/)/.test(line.slice(at, at + 2)))) {
    return { out: maskSpans(line, spans), isOver: false, isPart: true, rest: '' };
  }
  if (spans.length > 0) return { out: maskSpans(line, spans, 0, at), isOver: true, isPart: true, rest: line.slice(at) };
  return continueWords(line);
}

/** Blanks and commas between the items of a list. */
function skipGaps(line: string, from: number): number {
  let at = from;
  while (line.charCodeAt(at) <= 32 || line[at] === ',') at++;
  return at;
}

function masked(line: string): Step {
  const start = line.length - line.trimStart().length;
  const end = endOfContent(line);
  return { out: line.slice(0, start) + marker + line.slice(end), isOver: false, isPart: true, rest: '' };
}

function over(rest: string, isPart: boolean): Step {
  return { out: '', isOver: true, isPart, rest };
}

function more(out: string, line: string): Step {
  return { out, isOver: false, isPart: true, rest: '', heldBreak: line.slice(endOfContent(line)) };
}
