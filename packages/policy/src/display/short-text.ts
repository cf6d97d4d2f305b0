import { limits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { makeVisible } from './make-visible.ts';

/** A text as it is quoted in a sentence: visible, and cut with a sign where it is long. */
export function shortText(text: string): string {
  const visible = makeVisible(cutText(text, limits.quotedLengthMax));
  return text.length > limits.quotedLengthMax ? `${visible}…` : visible;
}
