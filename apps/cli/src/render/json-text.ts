/** JSON that acts on no terminal: JSON itself leaves DEL, the second set of controls and bidirectional marks as they are. */
export function jsonText(value: unknown, indent: 0 | 2 = 2): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
