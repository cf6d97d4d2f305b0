/** A document in which schemas stand. References lead to places in it, or in others where that is permitted. */
export interface SchemaDocument {
  /** Throws UnusableReference where there is nothing, or where it may not be looked. */
  find(ref: string): FoundSchema;
}

export type FoundSchema = {
  /** The same for the same place, however it is spelt. */
  readonly key: string;
  /** The last name on the way there. */
  readonly name: string;
  readonly value: unknown;
  readonly document: SchemaDocument;
};

/** A reference that leads nowhere, or to where nothing may be fetched: what needs it is left out. */
export class UnusableReference extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableReference';
  }
}
