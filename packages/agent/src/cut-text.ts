/** The beginning of a text, never half of a character; what is cut off is counted. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, wholeBefore(text, lengthMax));
  return `${head}… [${text.length - head.length} more characters]`;
}

/** Beginning and end of a text, with a note between them of what was left out. */
export function cutMiddle(text: string, lengthMax: number, note: string): string {
  if (text.length <= lengthMax) return text;
  const head = wholeBefore(text, Math.floor(lengthMax * 0.6));
  const tail = wholeBefore(text, text.length - (lengthMax - head));
  return `${text.slice(0, head)}\n[… ${tail - head} characters left out here. ${note} …]\n${text.slice(tail)}`;
}

/** Text that every database can hold: no NUL, no half of a pair. */
export function holdable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** At most this far, and not between the halves of a pair. */
export function wholeBefore(text: string, place: number): number {
  const code = text.charCodeAt(place - 1);
  return code >= 0xd800 && code <= 0xdbff ? place - 1 : place;
}
