import { parseStrictJson } from '@countersign/policy';
import { Budget } from '../template/budget.ts';
import { templateFailure } from '../template/template-failure.ts';
import { Encoded, jsonOf, type Piece, plain, type TemplateValue, textOf } from '../template/template-value.ts';
import { refusedValue } from './refused-value.ts';

/** What an object or a list expects next; a value may stand only where a value is expected. */
type Container = { readonly kind: 'object' | 'list' | 'document'; expects: 'name' | 'colon' | 'value' | 'end' };

/**
 * A JSON body: a value inside the quotes of a string is escaped for there, one outside of quotes is written as JSON of
 * its own. Names of members are the template's alone. So the body has the shape of the template, whatever the values.
 */
export function jsonBody(pieces: readonly Piece[]): string {
  const writer = new JsonWriter();
  for (const piece of pieces) {
    if (piece.kind === 'text') writer.text(piece.text);
    else writer.value(piece.value);
  }
  const text = writer.end();
  try {
    parseStrictJson(text);
  } catch (error) {
    throw templateFailure(`The body is not JSON once it is rendered: ${(error as Error).message}`);
  }
  return text;
}

class JsonWriter {
  readonly #parts: string[] = [];
  readonly #budget = new Budget();
  readonly #open: Container[] = [{ kind: 'document', expects: 'value' }];
  #isInString = false;
  #isInName = false;
  #isEscaped = false;
  /** Digits of a `\u` that are still to come. */
  #digitsToCome = 0;
  /** A number or a word that template text has begun. */
  #isInWord = false;

  text(text: string): void {
    this.#parts.push(text);
    for (const character of text) {
      if (this.#isInString) this.#inString(character);
      else this.#outside(character);
    }
  }

  value(value: TemplateValue): void {
    if (this.#isInString) this.#insideString(value);
    else this.#asValue(value);
  }

  end(): string {
    return this.#parts.join('');
  }

  #insideString(value: TemplateValue): void {
    if (this.#isInName) throw refusedValue('A value stands in the name of a member. Names must be in the template.');
    if (this.#isEscaped || this.#digitsToCome > 0)
      throw templateFailure('A value stands behind a backslash in the body, or in what follows from one.');
    this.#write(JSON.stringify(textOf(value)).slice(1, -1));
  }

  /** A word of template text before or behind it would become one with it. */
  #asValue(value: TemplateValue): void {
    if (this.#isInWord || this.#container.expects !== 'value')
      throw templateFailure(
        'A value in the body stands where JSON expects none. Put it behind ":" or ",", or in quotes.',
      );
    const isJson = value instanceof Encoded && value.how === 'json';
    this.#write(isJson ? value.text : jsonOf(plain(value), this.#budget));
    this.#container.expects = 'end';
  }

  #write(text: string): void {
    this.#budget.output(text.length);
    this.#parts.push(text);
  }

  get #container(): Container {
    return this.#open.at(-1)!;
  }

  #inString(character: string): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#digitsToCome = character === 'u' ? 4 : 0;
    } else if (this.#digitsToCome > 0) this.#digitsToCome -= 1;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') {
      this.#isInString = false;
      this.#container.expects = this.#isInName ? 'colon' : 'end';
    }
  }

  #outside(character: string): void {
    if (/[\s]/.test(character)) this.#isInWord = false;
    else if ('"{}[],:'.includes(character)) this.#sign(character);
    else {
      if (!this.#isInWord && this.#container.expects !== 'value') this.#unexpected();
      this.#isInWord = true;
      this.#container.expects = 'end';
    }
  }

  #sign(character: string): void {
    this.#isInWord = false;
    const container = this.#container;
    if (character === '"') {
      if (container.expects !== 'value' && container.expects !== 'name') this.#unexpected();
      this.#isInString = true;
      this.#isInName = container.expects === 'name';
    } else if (character === '{' || character === '[') {
      if (container.expects !== 'value') this.#unexpected();
      container.expects = 'end';
      this.#open.push(character === '{' ? { kind: 'object', expects: 'name' } : { kind: 'list', expects: 'value' });
    } else if (character === ':') {
      if (container.expects !== 'colon') this.#unexpected();
      container.expects = 'value';
    } else if (character === ',') {
      if (container.kind === 'document' || container.expects !== 'end') this.#unexpected();
      container.expects = container.kind === 'object' ? 'name' : 'value';
    } else {
      if (container.kind !== (character === '}' ? 'object' : 'list')) this.#unexpected();
      this.#open.pop();
    }
  }

  #unexpected(): never {
    throw templateFailure(
      'The body is not JSON once it is rendered. Look for a missing or superfluous comma or bracket.',
    );
  }
}
