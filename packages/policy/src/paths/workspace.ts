/** What lies at a path, without following a link at its end. */
export type Look =
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'file'; readonly links: number; readonly isExecutable?: boolean }
  | { readonly kind: 'symlink'; readonly target: string }
  /** A device, FIFO or socket. */
  | { readonly kind: 'special' }
  /** It cannot be told: no permission, too long, an I/O error. */
  | { readonly kind: 'unreadable' };

/** The little that judging a path needs of a disk. Nothing is opened. */
export type Files = {
  look(path: string): Look;
  /** Nothing can be seen: what is missing may well be there. */
  readonly isBlind?: boolean;
};

/** Where calls may work. Roots come from the user's session, never from the agent. */
export type Workspace = {
  /** Absolute, normalized; the first is where relative paths begin. */
  readonly roots: readonly string[];
  readonly home: string | null;
  /** Absolute places that are nobody's business even where a root contains them: the system's own data and keys. */
  readonly forbidden?: readonly string[];
  readonly files: Files;
  /** Where roots lead, where somebody has followed them already. */
  readonly realRoots?: ReadonlyMap<string, string>;
};

/** A disk that nobody can look at from here: every path counts as it is spelled. */
export const noFiles: Files = { look: () => ({ kind: 'missing' }), isBlind: true };
