/** A name on a line of its own: characters that would end the line or play with the terminal are written out. */
export function shownName(name: string): string {
  return unprintable.test(name)
    ? name.replace(new RegExp(unprintable, 'gu'), (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    : name;
}

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
