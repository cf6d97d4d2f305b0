import { Encoded, type Piece, type TemplateValue, textOf } from '../template/template-value.ts';
import { refusedValue } from './refused-value.ts';

/** Plain text has no shape that a value could leave; only what no text has is refused. */
export function textBody(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : plainText(textOf(piece.value)))).join('');
}

/** A body of a type that is not known here: how a value is written there only the template can say, by a filter. */
export function otherBody(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : encodedText(piece.value))).join('');
}

function encodedText(value: TemplateValue): string {
  if (value instanceof Encoded || typeof value === 'number' || typeof value === 'boolean') return textOf(value);
  throw refusedValue('How a value is written in this content type is not known. Use tojson, urlencode or b64encode.');
}

export function plainText(text: string): string {
  if (!text.isWellFormed() || notInText.test(text))
    throw refusedValue('A value for the body holds a control character.');
  return text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
