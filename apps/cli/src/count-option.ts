import { UsageError } from './usage-error.ts';

/** A whole number from 1 up to what is allowed, as a flag gives it. */
export function countOption(flag: string, given: string | undefined, max: number): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9][0-9]{0,14}$/.test(given) || Number(given) > max)
    throw new UsageError(`${flag} takes a number from 1 to ${max}, not "${given}"`);
  return Number(given);
}
