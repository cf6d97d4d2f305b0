import { limits } from '../limits.ts';
import type { Finder, Scan } from '../scan.ts';
import { isSecretName, nameKinds } from '../values/is-secret-name.ts';

const namedBy = /[\\"'`]{0,4}([\w.$-]{1,80})/y;

/** Remembers what {"name": "Authorization"} says about the value that follows. */
export function notePairName(scan: Scan, from: number): void {
  namedBy.lastIndex = from;
  const match = namedBy.exec(scan.text);
  if (match) scan.pair = { isSecret: isSecretName(match[1]!), at: from };
}

/** variable "db_password" { of Terraform: the default in the next line is its value. */
export const noteVariable: Finder = (scan, at) => {
  scan.tries++;
  notePairName(scan, at + 'variable '.length);
  return at;
};

/** Whether this is the value of a pair whose name is a secret's. */
export function isPairValue(scan: Scan, kinds: number, at: number): boolean {
  const { pair } = scan;
  return pair?.isSecret === true && (kinds & nameKinds.pairValue) !== 0 && at - pair.at <= limits.pairDistanceMax;
}
