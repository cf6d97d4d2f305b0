import { templateFailure } from '../template/template-failure.ts';
import { Encoded, type Piece, textOf } from '../template/template-value.ts';
import { refusedValue } from './refused-value.ts';

/** A form: values are encoded for their place, names are the template's alone. */
export function formBody(pieces: readonly Piece[]): string {
  let isName = true;
  let literal = '';
  const parts: string[] = [];
  const flush = (): void => {
    parts.push(encodeFormLiteral(literal));
    literal = '';
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      literal += piece.text;
      for (const character of piece.text) {
        if (character === '&') isName = true;
        else if (character === '=') isName = false;
      }
    } else {
      if (isName) throw refusedValue('A value stands in the name of a form field. Names must be in the template.');
      flush();
      const { value } = piece;
      parts.push(encodeForm(textOf(value instanceof Encoded && value.how === 'url' ? value.raw : value)));
    }
  }
  flush();
  return parts.join('');
}

/** As browsers write it: a blank is "+". */
export function encodeForm(text: string): string {
  if (!text.isWellFormed()) throw refusedValue('A value for the form holds half of a character.');
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Line feeds and indents between fields are layout; anything else that a form cannot hold is a mistake. */
function encodeFormLiteral(text: string): string {
  const plain = text.replace(/\s*\n\s*/g, '').replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
  if (/[^A-Za-z0-9._~!$&'()*+,;=:@/?%[\]-]/.test(plain))
    throw templateFailure('The form template holds a character that has to be encoded.');
  return plain;
}
