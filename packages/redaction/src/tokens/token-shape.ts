/** A token that is known by its look, wherever it stands. */
export type TokenShape = {
  readonly name: string;
  /** One of these texts is in every such token; nothing is tried where none of them stands. */
  readonly begins: readonly string[];
  /** Sticky, from there on. What its first group holds is not secret. It ends with what repeats, so it cannot go back far. */
  readonly shape: RegExp;
  /** What belongs to the token before that text. */
  readonly before?: { readonly character: RegExp; readonly min: number; readonly max: number };
  /** Words of a language have the same shape: the token has to look as if a machine made it. */
  readonly isOpaque?: true;
  /** The shape can fail after it has read a long run; it is not tried again inside of that run. */
  readonly readsRun?: true;
  /** What is kept, and what is masked. A test runs it. */
  readonly example: readonly [kept: string, secret: string];
};
