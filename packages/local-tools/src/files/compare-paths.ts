/** Names in the order of a walk that goes through each folder by name: by bytes, as other programs sort them. */
export function compareNames(one: string, other: string): number {
  if (surrogates.test(one) || surrogates.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (one === other) return 0;
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
