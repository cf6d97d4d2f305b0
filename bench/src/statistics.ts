/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.ceil(sorted.length * share) - 1;
  return sorted[Math.max(0, rank)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How many times the largest value is the smallest. */
export function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}
