import { requestLimits } from './limits.ts';

/** Whether an address would lose this part, and maybe the one before it, when it is read. */
export function isDotSegment(encoded: string): boolean {
  const text = encoded.replace(/%2e/gi, '.');
  return text === '.' || text === '..';
}

/**
 * Whether a program that decodes once too often, or takes look-alikes for the real thing, would find a dot segment in a
 * value. As one encoded part it cannot do harm to those that read it right; not all do.
 */
export function hidesDotSegment(value: string): boolean {
  let text = value;
  for (let round = 0; round < requestLimits.decodingsMax; round += 1) {
    if (text.normalize('NFKC').split(separators).some(isDots)) return true;
    const decoded = decodeOnce(text);
    if (decoded === text) return false;
    text = decoded;
  }
  // Encoded more often than anyone has a use for.
  return true;
}

/** Slashes, what looks like one, and the `;` behind which some servers read parameters of a part. */
const separators = /[/\\;\u2044\u2215\u29f8\u29f5\ufe68]/;

function isDots(part: string): boolean {
  return part === '.' || part === '..';
}

function decodeOnce(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
