/**
 * A name as the laxest file system would take it: case and composed letters do not matter, characters that HFS+
 * ignores are gone, and so are the trailing dots, blanks and stream names that NTFS ignores.
 */
function foldedName(name: string): string {
  // Almost every name is plain, and is looked at several times.
  if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) return name;
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '');
}

/** The names of a path, each folded. */
export function foldedNames(path: string): readonly string[] {
  const names = path.split('/');
  return /^[a-z0-9_-]+(?:[./][a-z0-9_-]+)*$/.test(path) ? names : names.map(foldedName);
}

/** `git~1`: the short name that DOS gives a longer one, which could be anything that begins so. */
export function isShortName(folded: string): boolean {
  return /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{1,3})?$/.test(folded);
}
