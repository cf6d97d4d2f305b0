import { makeVisible } from '@countersign/policy';
import type { MessageEntity } from 'grammy/types';

/** What a message in a chat looks like. No markup is ever parsed: styles are ranges that are computed here. */
export type Content = {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly buttons: readonly (readonly Button[])[];
  /** Telegram opens the field for a reply at once. */
  readonly asksForReply: boolean;
};

/** A press carries an id that means something to nobody else. */
export type Button = { readonly label: string } & ({ readonly press: string } | { readonly url: string });

export type Piece = { readonly text: string; readonly style: 'plain' | 'bold' | 'code' | 'pre' };

export const plain = (text: string): Piece => ({ text, style: 'plain' });
export const bold = (text: string): Piece => ({ text, style: 'bold' });
/** In these two no client makes links, commands or names out of what is written. */
export const code = (text: string): Piece => ({ text, style: 'code' });
export const pre = (text: string): Piece => ({ text, style: 'pre' });

export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** Offsets count UTF-16 units, as those of a JavaScript string do. */
export function contentOf(pieces: readonly Piece[], buttons: Content['buttons'] = []): Content {
  const entities: MessageEntity[] = [];
  let text = '';
  for (const piece of pieces) {
    const length = piece.text.length;
    if (piece.style !== 'plain' && length > 0) entities.push({ type: piece.style, offset: text.length, length });
    text += piece.text;
  }
  return { text, entities, buttons, asksForReply: false };
}

export function plainContent(text: string): Content {
  return contentOf([plain(text)]);
}

/** A8: the words of others on one line, with nothing hidden in them. */
export function shownName(text: string): string {
  return makeVisible(text.replaceAll(/\s+/g, ' ').trim());
}

/** A8: what the server has made visible already, with its signs for what was hidden; a screen is protected here too. */
export function shownByServer(text: string): string {
  return text.split('⟦').map(makeVisible).join('⟦');
}

/**
 * A8: a longer text of others. A tab is layout; the sign that asks for the coloured form of an emoji changes nothing but
 * its colour, and answers are full of it.
 */
export function shownText(text: string): string {
  return makeVisible(
    text
      .replaceAll('\r\n', '\n')
      .replaceAll('\t', '    ')
      .replaceAll(/(?<=\p{Emoji})\ufe0f/gu, ''),
  );
}
