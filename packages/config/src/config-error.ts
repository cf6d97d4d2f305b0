import { type Origin, originText } from './config.ts';

/** The configuration cannot be used. The message names the key, the value, where it came from and what is allowed. */
export class ConfigError extends Error {
  readonly key: string;
  readonly origin: Origin;

  constructor(key: string, origin: Origin, message: string) {
    super(`${message} (${originText(origin)})`);
    this.name = 'ConfigError';
    this.key = key;
    this.origin = origin;
  }
}
