import type { Place } from '../commands/place.ts';
import { limits } from '../limits.ts';

/** Why a script is not even parsed; null where it is. */
export function whyNotRead(script: string, { depth }: Place): string | null {
  if (script.length > limits.scriptLengthMax)
    return `The script is longer than ${limits.scriptLengthMax} characters. Put it into a file that a person can read.`;
  if (depth > limits.nestedCommandsMax) return `Commands are nested deeper than ${limits.nestedCommandsMax} levels.`;
  if (script.includes('\0')) return 'The script has a NUL in it, which no shell can be given.';
  if (/[\ud800-\udfff]/u.test(script)) return 'The script has half a character in it.';
  return whyTooMuch(script);
}

/** What would take the parser long, found by counting. Nobody writes such a script for others to read. */
function whyTooMuch(script: string): string | null {
  let depth = 0;
  for (const [bracket] of script.matchAll(/[(){}[\]]/g)) {
    depth = '({['.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > limits.scriptNestingMax) return 'The script is nested too deeply to be read.';
  }
  if (hasMoreThan(script, /<<|`/g, limits.scriptTextsMax)) return 'The script has too many texts or back-ticks in it.';
  return hasMoreThan(script, /[;|&]/g, limits.scriptSeparatorsMax) ? tooManyCommands : null;
}

function hasMoreThan(script: string, pattern: RegExp, limit: number): boolean {
  let count = 0;
  for (const _ of script.matchAll(pattern)) if (++count > limit) return true;
  return false;
}

export const tooManyCommands = `The script has more than ${limits.scriptCommandsMax} commands. Put it into a file that a person can read.`;
