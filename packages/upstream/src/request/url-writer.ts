import { templateFailure } from '../template/template-failure.ts';
import { Encoded, type Piece, type TemplateValue, textOf } from '../template/template-value.ts';
import { hidesDotSegment, isDotSegment } from './dot-segments.ts';
import { encodeLiteral, encodeValue } from './encode-url.ts';
import { refusedDestination, refusedValue } from './refused-value.ts';
import { readWholeUrl } from './whole-url.ts';

/** An address in its parts, each of which is the template's or holds one value. */
export type WrittenUrl = {
  readonly scheme: string;
  /** Host and port as they stand there. */
  readonly authority: string;
  /** Whether a value had a say in the host or its port. */
  readonly isHostGiven: boolean;
  /** From the first slash on, or empty. */
  readonly path: string;
  /** Encoded names and values, in their order; null where there is no `=`. */
  readonly query: readonly (readonly [name: string, value: string | null])[];
};

type Place = 'scheme' | 'authority' | 'path' | 'query name' | 'query value';

/** Reads template text character by character to know where a value stands, and writes the value for that place. */
export class UrlWriter {
  #place: Place = 'scheme';
  #scheme = '';
  #authority = '';
  #isHostGiven = false;
  #isAuthorityClosed = false;
  /** A value with dots is a whole name: nothing of a name may stand beside it. */
  #isWholeName = false;
  #path = '';
  #segment = { text: '', given: '', hasValue: false };
  #query: [string, string | null][] = [];
  #literal = '';

  static write(pieces: readonly Piece[]): WrittenUrl {
    const writer = new UrlWriter();
    const [first, ...rest] = pieces.filter((piece) => piece.kind === 'value' || piece.text !== '');
    if (first?.kind === 'value') writer.#begin(first.value, rest.length > 0);
    else if (first !== undefined) writer.#text(first.text);
    for (const piece of rest) {
      if (piece.kind === 'text') writer.#text(piece.text);
      else writer.#value(piece.value);
    }
    return writer.#end();
  }

  /** A value that the address begins with: all of it, or what the template's path goes on from. */
  #begin(value: TemplateValue, isContinued: boolean): void {
    const url = readWholeUrl(textOf(value));
    if (isContinued && url.search !== '')
      throw refusedDestination('An address that the template goes on from must not have a query.');
    this.#scheme = url.protocol.slice(0, -1);
    this.#authority = url.host;
    this.#isHostGiven = true;
    this.#isAuthorityClosed = true;
    this.#path = isContinued ? url.pathname.replace(/\/$/, '') : url.pathname;
    this.#place = 'authority';
    if (!isContinued && url.search !== '') this.#query = [[url.search.slice(1), null]];
  }

  #text(text: string): void {
    for (const character of text) this.#character(character);
  }

  #character(character: string): void {
    if (character === '#') throw templateFailure('The template of the address has a "#". Leave the fragment out.');
    if (character < ' ') throw templateFailure('The template of the address has a control character.');
    if (character === '\\') throw templateFailure('The template of the address has a "\\". Write "/".');
    if (this.#place === 'scheme') this.#inScheme(character);
    else if (this.#place === 'authority') this.#inAuthority(character);
    else if (this.#place === 'path') this.#inPath(character);
    else this.#inQuery(character);
  }

  #inScheme(character: string): void {
    this.#scheme += character;
    if (!this.#scheme.endsWith('://') && this.#scheme.length < 'https://'.length) return;
    this.#scheme = this.#scheme.toLowerCase();
    if (this.#scheme !== 'http://' && this.#scheme !== 'https://')
      throw refusedDestination('The address must begin with http:// or https://.');
    this.#scheme = this.#scheme.slice(0, -'://'.length);
    this.#place = 'authority';
  }

  #inAuthority(character: string): void {
    if (character === '/') this.#place = 'path';
    else if (character === '?') this.#beginName();
    else if (this.#isAuthorityClosed) throw refusedDestination('Behind a given address comes "/" or "?".');
    else if (character === '@') throw refusedDestination('The address has a "@": credentials do not belong there.');
    else this.#hostText(character);
    if (character === '/') this.#path += '/';
  }

  #hostText(character: string): void {
    if (this.#isWholeName && character !== ':' && !this.#authority.includes(':'))
      throw refusedDestination('A value for a part of the host has a dot.');
    this.#authority += character;
  }

  #inPath(character: string): void {
    if (character !== '/' && character !== '?') this.#literal += character;
    else {
      this.#endSegment();
      if (character === '/') this.#path += '/';
      else this.#beginName();
    }
  }

  #inQuery(character: string): void {
    if (character === '&') this.#beginName();
    else if (character === '=' && this.#place === 'query name') {
      this.#flush();
      this.#query.at(-1)![1] = '';
      this.#place = 'query value';
    } else this.#literal += character;
  }

  #beginName(): void {
    this.#flush();
    this.#query.push(['', null]);
    this.#place = 'query name';
  }

  /** Text of the template up to a value or a separator: only as a whole does it show what was encoded in it. */
  #flush(): void {
    const text = encodeLiteral(this.#literal);
    this.#literal = '';
    if (this.#place === 'path') {
      this.#segment.text += text;
      this.#segment.given += text;
    } else if (this.#place === 'query name') this.#query.at(-1)![0] += text;
    else if (this.#place === 'query value') this.#query.at(-1)![1] += text;
  }

  #value(value: TemplateValue): void {
    // What the template encoded by hand is not encoded twice: the place says how it is done.
    const text = textOf(value instanceof Encoded && value.how === 'url' ? value.raw : value);
    this.#flush();
    if (this.#place === 'scheme') throw refusedDestination('A value cannot be part of http:// or https://.');
    if (this.#place === 'query name')
      throw refusedValue('A value stands where the name of a query parameter is. Names must be in the template.');
    if (this.#place === 'authority') this.#hostValue(text);
    else if (this.#place === 'path') this.#pathValue(text);
    else this.#query.at(-1)![1] += encodeValue(text);
  }

  /** One label of a name, or digits behind a colon. All of a name only where nothing else is there. */
  #hostValue(text: string): void {
    if (this.#isAuthorityClosed) throw refusedDestination('Behind a given address comes "/" or "?".');
    const isPort = this.#authority.includes(':');
    const pattern = isPort ? port : this.#authority === '' ? hostName : label;
    if (!pattern.test(text))
      throw refusedDestination(
        isPort
          ? 'A value for the port is not a number.'
          : 'A value for the host may have only letters, digits and "-" (and dots, where it is the whole name).',
      );
    if (this.#isWholeName && !isPort) throw refusedDestination('A value for a part of the host has a dot.');
    this.#isWholeName = text.includes('.');
    this.#authority += text;
    this.#isHostGiven = true;
  }

  #pathValue(text: string): void {
    if (hasControls.test(text)) throw refusedValue('A value for the path holds a control character.');
    this.#segment.text += encodeValue(text);
    this.#segment.given += text;
    this.#segment.hasValue = true;
  }

  #endSegment(): void {
    this.#flush();
    const { text, given, hasValue } = this.#segment;
    this.#segment = { text: '', given: '', hasValue: false };
    if (hasValue && text === '') throw refusedValue('A value for the path is empty.');
    // Together, since what one value begins another could end.
    if (hasValue && hidesDotSegment(given))
      throw refusedValue('A value for the path holds "." or ".." as a part of its own.');
    if (isDotSegment(text)) throw refusedValue('A part of the path is "." or "..", which leads elsewhere.');
    this.#path += text;
  }

  #end(): WrittenUrl {
    if (this.#place === 'scheme') throw refusedDestination('The address must begin with http:// or https://.');
    if (this.#authority === '') throw refusedDestination('The address has no host.');
    if (this.#place === 'path') this.#endSegment();
    else this.#flush();
    return {
      scheme: this.#scheme,
      authority: this.#authority,
      isHostGiven: this.#isHostGiven,
      path: this.#path,
      query: this.#query,
    };
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControls = /[\u0000-\u001f\u007f-\u009f]/;
const label = /^[A-Za-z0-9-]{1,63}$/;
const hostName = /^[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,20}$/;
const port = /^[0-9]{1,5}$/;
