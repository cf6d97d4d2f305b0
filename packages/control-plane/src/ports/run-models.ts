/** W3: the models that runs can use, as far as asking for a run needs to know of them. */
export type RunModels = {
  readonly names: readonly string[];
  /** One of the names. */
  readonly default: string;
  /** What has to be done before it can be used, as a sentence; null where it can. */
  problemOf(name: string): string | null;
};
