/** The command was not called in a way it can be carried out. The message says how to call it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
