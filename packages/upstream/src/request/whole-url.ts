import { refusedDestination } from './refused-value.ts';

/** An address that is a value from its beginning on: absolute, http or https, and read by others as it is read here. */
export function readWholeUrl(text: string): URL {
  // What readers of addresses drop, or take for a slash.
  if (misread.test(text))
    throw refusedDestination('The given address holds a blank, a control character, a backslash or a fragment.');
  if (!/^https?:\/\/[^/?]/i.test(text))
    throw refusedDestination('The given address must be absolute and begin with http:// or https://.');
  if (/^https?:\/\/[^/?]*@/i.test(text)) throw refusedDestination('The given address holds credentials.');
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '')
    throw refusedDestination('The given address cannot be read.');
  return url;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const misread = /[\u0000-\u0020\u007f-\u009f\\#]/;
