import { Encoded, type Piece, textOf } from '../template/template-value.ts';
import { requestLimits } from './limits.ts';
import { refusedValue } from './refused-value.ts';

/** The value of one header: the template's text with values in it that cannot end the line, nor quotes around them. */
export function headerValue(name: string, pieces: readonly Piece[]): string {
  let isQuoted = false;
  const texts = pieces.map((piece) => {
    if (piece.kind === 'text') {
      for (const character of piece.text) if (character === '"') isQuoted = !isQuoted;
      return piece.text;
    }
    const text = valueText(piece.value);
    if (isQuoted && /["\\]/.test(text)) throw refusedValue(`The header ${name} would hold a quote inside of quotes.`);
    return text;
  });
  return checkHeaderValue(name, texts.join(''));
}

/** Printable ASCII alone: other characters are read differently by different servers, blanks at the ends are dropped. */
export function checkHeaderValue(name: string, text: string): string {
  if (!/^[ -~]*$/.test(text))
    throw refusedValue(`The header ${name} would hold a control or non-ASCII character. Use urlencode or b64encode.`);
  if (text.trim() !== text) throw refusedValue(`The header ${name} would begin or end with a blank, which is dropped.`);
  if (text.length > requestLimits.headerValueLengthMax)
    throw refusedValue(`The header ${name} would have more than ${requestLimits.headerValueLengthMax} characters.`);
  return text;
}

function valueText(value: (Piece & { kind: 'value' })['value']): string {
  // JSON may be written with other letters, so that it can stand in a header.
  if (value instanceof Encoded && value.how === 'json') return asciiJson(value.text);
  return textOf(value);
}

export function asciiJson(text: string): string {
  return text.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
