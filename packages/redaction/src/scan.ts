import type { Opening } from './opening.ts';
import type { Span } from './span.ts';
import type { TokenShape } from './tokens/token-shape.ts';

/** The name of a pair whose value stands apart: {"name": "Authorization", "value": …}. */
export type NamedPair = { readonly isSecret: boolean; readonly at: number };

/** One walk through a text from its beginning to its end: what was found, and what earlier parts say about later ones. */
export type Scan = {
  text: string;
  readonly spans: Span[];
  /** How often a finder looked further than at a beginning or a name. */
  tries: number;
  /** What goes on after the end of the text. */
  opens: Opening | null;
  /** The quote that the walk is inside of, or an empty text. */
  quote: string;
  pair: NamedPair | null;
  /** The program whose flags follow. */
  program: string;
  /** Inside the parameters of a digest credential. */
  isDigest: boolean;
  /** Index of a < that no > has closed, or -1. */
  tagAt: number;
  /** No end of a private key follows any more. */
  hasNoKeyEnd: boolean;
  /** The run of characters that the last address stands in, and its last @. */
  urlEnd: number;
  urlLastAt: number;
  /** Shapes that failed on a run, and the end of that run. */
  failedUntil: Map<TokenShape, number> | null;
};

/** A finder looks at one place. It returns where the walk goes on: the same place where it found nothing. */
export type Finder = (scan: Scan, at: number) => number;
