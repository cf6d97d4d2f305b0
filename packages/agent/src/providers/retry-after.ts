const retryAfterMsMax = 24 * 3_600_000;

/** How long a provider asks to be left alone: in milliseconds, in seconds, or up to a date. Null where it does not say. */
export function retryAfterMsOf(headers: Readonly<Record<string, string | undefined>>, now: number): number | null {
  const ms = numberIn(headers['retry-after-ms']);
  if (ms !== null) return clamped(ms);
  const given = headers['retry-after'];
  const seconds = numberIn(given);
  if (seconds !== null) return clamped(seconds * 1000);
  const date = given === undefined ? Number.NaN : Date.parse(given);
  return Number.isNaN(date) ? null : clamped(date - now);
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}

function clamped(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), retryAfterMsMax);
}
