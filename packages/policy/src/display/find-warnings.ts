import type { JsonObject, JsonValue } from '@countersign/contract';
import { cutText } from './cut-text.ts';
import { findLookalikes, lookalikeText } from './find-lookalikes.ts';
import { displayLimits } from './limits.ts';
import { codePointName, deceptiveCharacters, makeVisible } from './make-visible.ts';

/** What a reader could miss or take for something else. Few, so that they are read. */
export function findWarnings(params: JsonObject): string[] {
  const text = [...textsOf(params)].join('\n');
  return [invisible(text), lookalikes(text), rightToLeft(text), padding(text)].filter((warning) => warning !== null);
}

function* textsOf(value: JsonValue): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item as JsonValue);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value as JsonObject)) {
      yield name;
      yield* textsOf(item);
    }
  }
}

function invisible(text: string): string | null {
  const found = deceptiveCharacters(text);
  if (found.size === 0) return null;
  return `Contains characters that are invisible or change how text reads; they are written out as ⟦U+…⟧: ${examples(found, codePointName)}.`;
}

function lookalikes(text: string): string | null {
  const found = findLookalikes(text);
  if (found.length === 0) return null;
  const shown = examples(found, (one) => lookalikeText({ ...one, word: cutText(one.word, wordLengthMax) }));
  return makeVisible(`Contains letters that look like others: ${shown}.`);
}

const wordLengthMax = 40;

/** Such letters turn the order of what stands beside them, on screens that follow the rules for them. */
function rightToLeft(text: string): string | null {
  const letter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.exec(text)?.[0];
  if (letter === undefined) return null;
  return `Contains letters that are written from right to left (${codePointName(letter)}): the order on a screen may not be the order in the text.`;
}

function padding(text: string): string | null {
  const longest = longestPadding(text);
  if (longest <= displayLimits.paddingLengthMax) return null;
  return `Contains ${longest} blanks and empty lines in a row, with text after them. Look to the end.`;
}

/** Only what is followed by something can hide it. */
function longestPadding(text: string): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (blanks.has(text.charCodeAt(at))) run += 1;
    else if (run > 0) {
      longest = Math.max(longest, run);
      run = 0;
    }
  }
  return longest;
}

/** Blank, tab, line feed, return. */
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function examples<T>(found: Iterable<T>, textOf: (one: T) => string): string {
  const all = [...found];
  const shown = all.slice(0, displayLimits.examplesMax).map(textOf).join(', ');
  const more = all.length - displayLimits.examplesMax;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
