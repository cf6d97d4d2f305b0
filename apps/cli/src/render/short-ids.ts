const lengthMin = 8;

/**
 * Ids as short as they can be told apart in a list. Ids begin with the time, so that those of one minute share their
 * first eight characters: a fixed length would not do.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const distinct = new Set(ids);
  let length = lengthMin;
  while (length < 36 && new Set([...distinct].map((id) => id.slice(0, length))).size < distinct.size) length += 1;
  return (id) => id.slice(0, length);
}
