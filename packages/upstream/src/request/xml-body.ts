import { type Piece, textOf } from '../template/template-value.ts';
import { refusedValue } from './refused-value.ts';

/** XML or HTML: values may stand in text and in quoted attributes, escaped; nowhere else. */
export function xmlBody(pieces: readonly Piece[]): string {
  const position = new XmlPosition();
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') {
        for (const character of piece.text) position.read(character);
        return piece.text;
      }
      if (!position.takesValues)
        throw refusedValue(
          'A value stands inside a tag, a comment or the like. Put it in text or in a quoted attribute.',
        );
      return escapeXml(textOf(piece.value));
    })
    .join('');
}

/** Where the template's own text has come to. */
class XmlPosition {
  #quote = '';
  /** What stands between `<` and its `>`; null outside. */
  #tag: string | null = null;
  #isRaw = false;
  /** Behind a `&` that no `;` has ended: a value would become the name of a character. */
  #isInEntity = false;

  get takesValues(): boolean {
    if (this.#isRaw || this.#isInEntity) return false;
    return this.#tag === null || (this.#quote !== '' && !/^[!?]/.test(this.#tag));
  }

  read(character: string): void {
    if (character === '&') this.#isInEntity = true;
    else if (!/[\w#]/.test(character)) this.#isInEntity = false;
    if (this.#tag === null) {
      if (character === '<') this.#tag = '';
      return;
    }
    if (this.#quote !== '') {
      if (character === this.#quote) this.#quote = '';
    } else if ((character === '"' || character === "'") && !this.#tag.startsWith('!--') && !this.#isCdata)
      this.#quote = character;
    else if (character === '>' && this.#ends) this.#close();
    if (this.#tag !== null) this.#tag += character;
  }

  get #isCdata(): boolean {
    return this.#tag!.startsWith('![CDATA[');
  }

  get #ends(): boolean {
    if (this.#tag!.startsWith('!--')) return this.#tag!.length >= 5 && this.#tag!.endsWith('--');
    return !this.#isCdata || this.#tag!.endsWith(']]');
  }

  /** What is in these is code, which escaping does not make harmless. */
  #close(): void {
    if (/^(script|style)\b/i.test(this.#tag!) && !this.#tag!.endsWith('/')) this.#isRaw = true;
    else if (/^\/(script|style)\b/i.test(this.#tag!)) this.#isRaw = false;
    this.#tag = null;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // These would be read as a blank or a line feed in an attribute.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escapeXml(text: string): string {
  if (!text.isWellFormed() || notInXml.test(text))
    throw refusedValue('A value holds a character that XML cannot have.');
  return text.replace(/[&<>"'\t\n\r]/g, (character) => escapes[character]!);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/;
