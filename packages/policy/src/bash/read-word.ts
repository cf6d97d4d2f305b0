import type { Word, WordPart } from 'unbash';

/** A word as far as it can be known before the script runs. */
export type ReadWord = {
  /** With quotes removed; where something in it is not known, as it is written. */
  readonly text: string;
  /** Why it is not known, as the end of a sentence that begins with the word; null where it is. */
  readonly unknown: string | null;
  readonly hasGlob: boolean;
};

/** `home` stands for a tilde at the beginning. */
export function readWord(word: Word, home: string | null): ReadWord {
  const { parts, text } = word;
  const flat = parts ? [...parts] : [];
  const unknown = flat.map(whyUnknown).find((why) => why !== null) ?? null;
  if (unknown !== null) return { text, unknown, hasGlob: false };
  const hasGlob = flat.some((part) => part.type === 'Glob');
  // A tilde means a home folder only outside quotes, at the beginning or after = and : as in an assignment.
  if (/^~|[=:]~/.test(text)) {
    const value = home !== null && /^~(?:\/|$)/.test(word.value) ? home + word.value.slice(1) : word.value;
    return { text: value, unknown: 'begins in a home folder', hasGlob };
  }
  return { text: word.value, unknown: null, hasGlob };
}

function whyUnknown(part: WordPart): string | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return null;
    case 'Glob':
      return part.kind === 'bracket' ? (part.parts.map(whyUnknown).find((why) => why !== null) ?? null) : null;
    case 'DoubleQuoted':
      return part.parts.map(whyUnknown).find((why) => why !== null) ?? null;
    case 'CommandExpansion':
      return 'holds the output of another command';
    case 'ProcessSubstitution':
      return 'is the output or input of another command';
    case 'ArithmeticExpansion':
      return 'is computed';
    case 'BraceExpansion':
      return 'stands for several words';
    case 'ExtendedGlob':
      return 'stands for whatever matches';
    case 'LocaleString':
      return 'is translated';
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return 'holds a variable';
  }
}
