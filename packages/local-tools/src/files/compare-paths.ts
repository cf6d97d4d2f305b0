/** Sorts what has names, in place. The system mostly gives them in order already. */
export function sortByName<T extends { readonly name: string }>(entries: T[]): T[] {
  for (let index = 1; index < entries.length; index += 1)
    if (compareNames(entries[index - 1]!.name, entries[index]!.name) > 0)
      return entries.sort((one, other) => compareNames(one.name, other.name));
  return entries;
}

/** Names in the order of a walk that goes through each folder by name: by bytes, as other programs sort them. */
function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  if (surrogates.test(one) || surrogates.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** Paths name by name, a folder before what is in it. */
export function comparePaths(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < one.length && index < other.length; index += 1) {
    const order = compareNames(one[index]!, other[index]!);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Only where characters take two units do bytes and units sort differently. */
const surrogates = /[\ud800-\udfff]/;
