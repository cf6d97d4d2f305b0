export type Span = { readonly start: number; readonly end: number };

/** What stands in the place of a secret (G8). */
export const maskText = '***REDACTED***';

/**
 * Where a span of the real text stands in the masked one, or null where that is not certain: masks change lengths, and
 * to mark the wrong text is worse than to mark none. Certain is what stands before every mask or after every mask, and
 * what is found once in both texts without touching a mask.
 */
export function locateSpan(real: string, masked: string, { start, end }: Span): Span | null {
  if (start < 0 || start >= end || end > real.length || splitsPair(real, start) || splitsPair(real, end)) return null;
  if (real === masked) return { start, end };
  const firstMask = masked.indexOf(maskText);
  if (firstMask < 0) return null;
  if (end <= firstMask && real.startsWith(masked.slice(0, end))) return { start, end };
  const shift = masked.length - real.length;
  const lastMaskEnd = masked.lastIndexOf(maskText) + maskText.length;
  if (start + shift >= lastMaskEnd && masked.endsWith(real.slice(start))) {
    return { start: start + shift, end: end + shift };
  }
  const text = real.slice(start, end);
  const found = masked.indexOf(text);
  const isOnlyOne = found >= 0 && masked.indexOf(text, found + 1) < 0 && real.indexOf(text) === real.lastIndexOf(text);
  return isOnlyOne && !touchesMask(masked, found, found + text.length)
    ? { start: found, end: found + text.length }
    : null;
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

function touchesMask(masked: string, start: number, end: number): boolean {
  const mask = masked.indexOf(maskText, Math.max(0, start - maskText.length + 1));
  return mask >= 0 && mask < end;
}
