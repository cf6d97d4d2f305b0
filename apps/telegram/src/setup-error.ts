/** Something that a person has to set right before the bot can work. The message says what. */
export class SetupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SetupError';
  }
}
