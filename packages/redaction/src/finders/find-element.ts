import { limits } from '../limits.ts';
import type { Finder } from '../scan.ts';
import type { Probe } from '../trigger-table.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { isSecretName } from '../values/is-secret-name.ts';

const namesOfNames = /^(?:key|name)$/i;
const namesOfValues = /^(?:string|value|val|data)$/i;

/** The content of an XML element whose name is a secret's, or that stands for one: <property name="password">. */
export const findElement: Finder = (scan, at) => {
  const { text } = scan;
  const open = scan.tagAt;
  scan.tagAt = -1;
  if (open < 0 || at - open > limits.pairDistanceMax) return at;
  const tag = /^<([A-Za-z][\w:.-]{0,80})/.exec(text.slice(open, at))?.[1];
  if (tag === undefined || text[at - 1] === '/') return at;
  const start = at + 1;
  const close = text.indexOf('<', start);
  const end = close < 0 ? text.trimEnd().length : close;
  if (end <= start) return at;
  // "Bearer <token> goes here": in the middle of a line only what is closed again is an element.
  if (!text.startsWith('</', close) && text.slice(0, open).trim() !== '') return at;
  scan.tries++;
  const content = text.slice(start, Math.min(end, start + limits.placeholderLengthMax + 1));
  const name = tag.slice(tag.lastIndexOf(':') + 1);
  if (namesOfNames.test(name)) {
    scan.pair = { isSecret: isSecretName(content.trim()), at: end };
    return at;
  }
  const isPaired = scan.pair?.isSecret === true && at - scan.pair.at <= limits.pairDistanceMax;
  const isSecret = isSecretName(name) || (isPaired && (namesOfValues.test(name) || scan.pair!.at > open));
  if (!isSecret || isPlaceholder(content.trim())) return at;
  scan.spans.push({ start, end });
  return end;
};

export const noteTag: Finder = (scan, at) => {
  scan.tagAt = at;
  return at;
};

const tagName = /<(?:[A-Za-z][\w.-]{0,80}:)?([A-Za-z][\w.-]{0,80})/y;

/** The name of an element tells; what its attributes say is found by their names. */
export const mayBeElement: Probe = (text, at) => {
  tagName.lastIndex = at;
  const match = tagName.exec(text);
  return match !== null && (namesOfNames.test(match[1]!) || namesOfValues.test(match[1]!) || isSecretName(match[1]!));
};
