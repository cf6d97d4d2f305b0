/** A policy file that cannot be used. The message is its first problem, with file, line and column. */
export class PolicyFileError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'PolicyFileError';
    this.path = path;
  }
}
