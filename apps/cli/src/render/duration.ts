const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A time span in its two largest units: `4 min 12 s`. */
export function durationText(ms: number): string {
  let seconds = Math.max(0, Math.round(ms / 1000));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 s' : parts.join(' ');
}

/** How far a point in time is away: `in 4 min`, `2 h ago`. */
export function relativeText(isoTime: string, nowMs: number): string {
  const ms = Date.parse(isoTime) - nowMs;
  return ms >= 0 ? `in ${durationText(ms)}` : `${durationText(-ms)} ago`;
}
