/** Why nothing at all could be taken from a document or a server. Each problem says what to do next. */
export class ImportRefused extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], cause?: unknown) {
    super(problems.join('\n'), cause === undefined ? undefined : { cause });
    this.name = 'ImportRefused';
    this.problems = problems;
  }
}
