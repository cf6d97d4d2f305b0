import type { Finder, Scan } from '../scan.ts';
import type { Probe } from '../trigger-table.ts';
import { isOpaque } from '../values/is-opaque.ts';
import { isPlaceholder } from '../values/is-placeholder.ts';
import { kindsOfName, nameKinds } from '../values/is-secret-name.ts';
import { readValue, skipBlanks } from '../values/read-value.ts';

const flag = /--?([A-Za-z][\w-]{1,40})(?=[ \t])/y;
/** Words that follow the name of a flag in a sentence about it. */
const prose =
  /^(?:flag|option|argument|parameter|value|setting|is|to|or|and|for|in|with|as|on|of|if|when|instead|must|should|can|was|not|the|a|an|from|has|are|will|may|then|that|which)$/i;

/** `--password X`, `-token X`. */
export const findLongFlag: Finder = (scan, at) => {
  flag.lastIndex = at;
  const match = flag.exec(scan.text);
  if (!match) return at;
  const kinds = kindsOfName(match[1]!);
  if ((kinds & (nameKinds.secret | nameKinds.maybeSecret)) === 0) return at;
  scan.tries++;
  const isStrong = (kinds & nameKinds.secret) !== 0;
  return maskFlagValue(scan, at, flag.lastIndex, (value) => (isStrong || isOpaque(value) ? value : ''));
};

export const mayBeFlag: Probe = (text, at) => {
  flag.lastIndex = at;
  const match = flag.exec(text);
  return match !== null && (kindsOfName(match[1]!) & (nameKinds.secret | nameKinds.maybeSecret)) !== 0;
};

/** Flags of programs that take a secret by one letter. */
const letters: Readonly<
  Record<string, { readonly flag: RegExp; readonly secret?: 'afterColon' | 'afterPercent' | 'afterComma' }>
> = {
  mysql: { flag: /-p(?=[^\s-])/y },
  mariadb: { flag: /-p(?=[^\s-])/y },
  'redis-cli': { flag: /-a[ \t]+/y },
  sshpass: { flag: /-p[ \t]*/y },
  curl: { flag: /(?:-u|--user|--proxy-user|-U)[ \t=]*/y, secret: 'afterColon' },
  wget: { flag: /--user[ \t=]+/y, secret: 'afterColon' },
  docker: { flag: /-p[ \t]+(?!\d+:)/y },
  podman: { flag: /-p[ \t]+(?!\d+:)/y },
  mongo: { flag: /-p[ \t]+/y },
  ldap: { flag: /-w[ \t]+/y },
  smbclient: { flag: /-U[ \t]*/y, secret: 'afterPercent' },
  lftp: { flag: /-u[ \t]*/y, secret: 'afterComma' },
  sqlcmd: { flag: /-P[ \t]*/y },
  mosquitto: { flag: /-P[ \t]+/y },
  unzip: { flag: /-P[ \t]*/y },
  zip: { flag: /-P[ \t]*/y },
  '7z': { flag: /-p(?=\S)/y },
  plink: { flag: /-pw[ \t]+/y },
  pscp: { flag: /-pw[ \t]+/y },
  'az login': { flag: /-p[ \t]+/y },
};

export const programs: readonly string[] = Object.keys(letters);

/** Remembers the program whose flags follow. */
export const noteProgram =
  (program: string): Finder =>
  (scan, at) => {
    if (/[\w-]/.test(scan.text[at - 1] ?? ' ')) return at;
    scan.program = program;
    return at;
  };

export const findShortFlag: Finder = (scan, at) => {
  if (scan.program === '') return at;
  const known = letters[scan.program]!;
  if (!/[\s"'\n]/.test(scan.text.charAt(at - 1))) return at;
  scan.tries++;
  known.flag.lastIndex = at;
  if (!known.flag.test(scan.text)) return at;
  return maskFlagValue(scan, at, known.flag.lastIndex, (value) => secretPart(value, known.secret));
};

function maskFlagValue(scan: Scan, at: number, from: number, part: (value: string) => string): number {
  const value = readValue(scan.text, skipBlanks(scan.text, from), scan.quote);
  const secret = part(value.text);
  if (secret.startsWith('-') || prose.test(secret) || isPlaceholder(secret)) return at;
  scan.spans.push({ start: value.end - secret.length, end: value.end, quote: value.quote });
  if (!value.isClosed) scan.opens = { kind: 'quote', quote: value.quote };
  return value.next;
}

const separators = { afterColon: ':', afterPercent: '%', afterComma: ',' } as const;

function secretPart(value: string, secret: keyof typeof separators | undefined): string {
  if (!secret) return value;
  const at = value.indexOf(separators[secret]);
  return at < 0 ? '' : value.slice(at + 1);
}
