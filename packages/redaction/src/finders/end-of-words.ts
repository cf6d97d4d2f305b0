import { isPlaceholder } from '../values/is-placeholder.ts';
import type { Name } from '../values/read-name.ts';
import type { Value } from '../values/read-value.ts';

/** What stands before a name that begins a line of YAML. */
const indent = /^(?:[ \t]*-)?[ \t]*$/;
/** More words up to the end of the line, or up to a comment, without any sign that begins something else. */
const moreWords = /(?:[ \t]+(?!#)[^\s:=,;"'`|&<>(){}[\]\\]+){1,8}(?=[ \t]*(?:[ \t]#.*)?\r?\n?$)/y;
/** Words that sentences have and passwords of several words have not. */
const prose =
  /(?:^|\s)(?:the|an?|of|to|for|is|are|was|were|be|been|has|have|had|must|may|can|will|should|shall|with|without|from|by|as|at|if|when|in|on|or|and|not|no|this|that|it|its|you|your|user|users|used|only|required|optional|expired|failed|missing|invalid|every|per|we|i|do|does|did|than|via|see|use|set)(?:\s|$)/i;
const indentLengthMax = 64;

/** A value of several words in YAML goes on to the end of its line. Returns its end, or that of the value. */
export function endOfWords(text: string, name: Name, value: Value): number {
  if (value.quote !== '' || value.end === value.start || name.isQuoted || name.start > indentLengthMax)
    return value.end;
  const next = text.charCodeAt(value.end);
  if ((next !== 32 && next !== 9) || !indent.test(text.slice(0, name.start)) || isPlaceholder(value.text))
    return value.end;
  moreWords.lastIndex = value.end;
  if (!moreWords.test(text)) return value.end;
  const end = moreWords.lastIndex;
  const words = text.slice(value.start, end);
  return prose.test(words) || /[.!?]$/.test(words) ? value.end : end;
}
