/**
 * Texts in an argument that may be paths, for programs whose arguments nobody described: the argument itself, what
 * follows `=`, `@` or a short flag, and the pieces of lists with `:` or `,`.
 */
export function guessPaths(arg: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(arg) && !/^file:/i.test(arg)) return [];
  const found = new Set<string>();
  const pieces = new Set([arg, arg.slice(arg.indexOf('=') + 1), arg.slice(arg.indexOf('@') + 1)]);
  const short = /^-[A-Za-z](.+)$/s.exec(arg);
  if (short) pieces.add(short[1]!);
  // Clusters such as `-sSLo/etc/x`: from the first slash or dot-dot on.
  const glued = /^-[A-Za-z]+((?:\/|\.\.\/|~).*)$/s.exec(arg);
  if (glued) pieces.add(glued[1]!);
  for (const piece of pieces) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(piece) && !/^file:/i.test(piece)) continue;
    for (const text of [piece, ...piece.split(/[:,;]/)]) {
      if (/^(?:\/|~|file:)/i.test(text) || /(?:^|\/)\.\.(?:\/|$)/.test(text)) found.add(text);
    }
  }
  return [...found];
}
