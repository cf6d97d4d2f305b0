import type { JsonObject } from '@countersign/contract';
import { limits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { makeVisible } from './make-visible.ts';
import { quoteWord } from './quote-word.ts';

/** One line for lists; it says how much it leaves out. */
export function summary(toolName: string, params: JsonObject): string {
  const { command, args, path, cmd } = params;
  let text = makeVisible(toolName);
  if (typeof command === 'string') text = [command, ...(Array.isArray(args) ? args : [])].map(quoteWord).join(' ');
  else if (typeof path === 'string') text += ` ${quoteWord(path)}`;
  else if (typeof cmd === 'string') text += ` ${quoteWord(cmd)}`;
  else if (Object.keys(params).length > 0) text += ` ${makeVisible(JSON.stringify(params))}`;
  text = text.replaceAll('\n', '⟦U+000A⟧');
  const shown = cutText(text, limits.summaryLengthMax);
  return shown === text ? text : `${shown}… (${text.length - shown.length} more characters)`;
}
