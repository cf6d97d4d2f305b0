import { limits } from '../limits.ts';
import type { Scan } from '../scan.ts';
import { isSecretName } from '../values/is-secret-name.ts';

const namesOfNames = /^(?:name|key|header|field|variable|var|option|setting|property|env)$/i;
const namesOfValues = /^(?:value|val|content|stringvalue|defaultvalue|data|string|text)$/i;
const namedBy = /[\\"'`]{0,4}([\w.$-]{1,80})/y;

/** Whether a name is that of a pair's name or value. */
export function isPartOfPair(name: string): boolean {
  return name.length <= 12 && (namesOfNames.test(name) || namesOfValues.test(name));
}

/** Remembers what {"name": "Authorization"} says about the value that follows. */
export function notePairName(scan: Scan, name: string, from: number): void {
  if (!namesOfNames.test(name)) return;
  namedBy.lastIndex = from;
  const match = namedBy.exec(scan.text);
  if (match) scan.pair = { isSecret: isSecretName(match[1]!), at: from };
}

/** Whether this is the value of a pair whose name is a secret's. */
export function isPairValue(scan: Scan, name: string, at: number): boolean {
  return scan.pair?.isSecret === true && at - scan.pair.at <= limits.pairDistanceMax && namesOfValues.test(name);
}
