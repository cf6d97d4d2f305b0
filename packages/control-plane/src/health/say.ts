import { healthLimits } from './limits.ts';

/** `1 call`, `2 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** As long as it matters: seconds below two minutes, minutes below two hours, then hours and days. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}

export function sizeText(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`;
}

/** A few by name, the others by number: `a, b, c and 4 more`. */
export function named(names: readonly string[]): string {
  const told = names.slice(0, healthLimits.namesMax);
  const more = names.length - told.length;
  return more === 0 ? told.join(', ') : `${told.join(', ')} and ${more} more`;
}
