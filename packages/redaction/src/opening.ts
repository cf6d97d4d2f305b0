/**
 * A construct that a line opens and that goes on in the lines after it.
 *
 * - `key`: the body of a private key, masked together with its first line.
 * - `quote`: a value in quotes that the line does not close, masked together with its first line.
 * - `block`: a block of YAML (`password: |`): every line that is indented deeper.
 * - `list`: items of a list in brackets, one or more a line, up to its end.
 * - `words`: lines that are one opaque word each: a value below its name, or a token that was wrapped.
 */
export type Opening =
  | { readonly kind: 'key' }
  | { readonly kind: 'quote'; readonly quote: string }
  | { readonly kind: 'block'; readonly indent: number }
  | { readonly kind: 'list' }
  | { readonly kind: 'words' };
