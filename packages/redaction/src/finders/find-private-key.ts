import type { Finder } from '../scan.ts';
import { endOfContent } from '../values/read-value.ts';

const header = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const end = /-{4,5} ?END [A-Z0-9 ]{0,40} ?-{4,5}/y;
/** What may follow a piece of a key that is put together from strings. */
const joint = /^["'`]?[\s+.,;)\\nr]*$/;

/** A private key from its first line on; where the text does not hold its end, it goes on. */
export const findPrivateKey: Finder = (scan, at) => {
  const { text } = scan;
  scan.tries++;
  header.lastIndex = at;
  if (!header.test(text)) return at;
  const body = header.lastIndex;
  const ending = scan.hasNoKeyEnd ? -1 : endOfKey(text, body);
  if (ending >= 0) {
    scan.spans.push({ start: at, end: ending });
    return ending;
  }
  scan.hasNoKeyEnd = true;
  const content = endOfContent(text);
  const quote = text.slice(body).search(/["'`]/);
  const stop = quote < 0 || joint.test(text.slice(body + quote, body + quote + 64)) ? content : body + quote;
  scan.spans.push({ start: at, end: stop });
  if (stop === content) scan.opens = { kind: 'key' };
  return stop;
};

/** PuTTY keeps the secret half below this name. */
export const findPuttyKey: Finder = (scan, at) => {
  scan.tries++;
  scan.opens = { kind: 'key' };
  return at;
};

/** The index after the end line of a key, or -1. */
export function endOfKey(text: string, from: number): number {
  for (let at = text.indexOf('END ', from); at >= 0; at = text.indexOf('END ', at + 4)) {
    for (const length of [6, 5, 4]) {
      end.lastIndex = at - length;
      if (at - length >= from && end.test(text)) return end.lastIndex;
    }
  }
  return -1;
}
