import { refusedValue } from './refused-value.ts';

/** A value as one part of an address: everything that could end the part is encoded, once. */
export function encodeValue(text: string): string {
  if (!text.isWellFormed()) throw refusedValue('A value for the address holds half of a character.');
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** Template text of an address: what was encoded stays, what is not allowed there is encoded. */
export function encodeLiteral(text: string): string {
  return text.replace(notInAddress, (character) => encodeURIComponent(character.toWellFormed()).replaceAll("'", '%27'));
}

/** All but unreserved characters, those that separate parts, and `%` before two digits. */
const notInAddress = /[^A-Za-z0-9._~!$&()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/gu;
