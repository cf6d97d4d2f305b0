import type { Parameter } from './read-parameters.ts';

/** The parts of a path such as `/orders/{order_id}`: text, and names of parameters. */
export type PathPart = { readonly kind: 'text' | 'parameter'; readonly text: string };

/** What comes after # is not sent by anyone: services that tell operations apart by it have a parameter for it too. */
export function pathParts(path: string): PathPart[] {
  const sent = path.split('#')[0]!;
  const parts: PathPart[] = [];
  let from = 0;
  for (const match of sent.matchAll(/\{([^{}/]+)\}/g)) {
    if (match.index > from) parts.push({ kind: 'text', text: sent.slice(from, match.index) });
    // `{+name}` and `{name*}` are what other notations write for more than one segment; here it is one.
    parts.push({ kind: 'parameter', text: match[1]!.replace(/^[+.;/]|[*]$|:\d+$|=.*$/g, '') });
    from = match.index + match[0].length;
  }
  if (from < sent.length) parts.push({ kind: 'text', text: sent.slice(from) });
  return parts;
}

/** Text of a document in a template: nothing in it is syntax, nothing of it ends the path or begins something else. */
export function literalPath(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/gu, encode).replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
}

function encode(character: string): string {
  return encodeURIComponent(character.isWellFormed() ? character : '\ufffd');
}

/** How a value is put into the path, by its style. */
export function pathPlaceholder(parameter: Parameter, argument: string, isList: boolean): string {
  const value = isList ? `{{ ${argument} | join(',') }}` : `{{ ${argument} }}`;
  if (parameter.style === 'label') return `.${value}`;
  return parameter.style === 'matrix' ? `;${literalPath(parameter.name)}=${value}` : value;
}
