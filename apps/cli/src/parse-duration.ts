import { UsageError } from './usage-error.ts';

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** `90s`, `15m`, `8h`, `30d` or `2w` in seconds. */
export function parseDuration(flag: string, text: string): number {
  const match = /^([1-9][0-9]{0,8})([smhdw])$/.exec(text);
  if (!match) throw new UsageError(`${flag} takes a time span such as 90s, 15m, 8h, 30d or 2w, not "${text}"`);
  return Number(match[1]) * secondsOf[match[2] as keyof typeof secondsOf];
}
