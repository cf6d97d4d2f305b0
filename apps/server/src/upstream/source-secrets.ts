import type { Redactor, Store } from '@countersign/control-plane';

/**
 * The stored secrets, for whoever may use them. Each is known to the redactor before anybody has it, also those that
 * another process stored: a service may send one back at any time.
 */
export class SourceSecrets {
  readonly #store: Store;
  readonly #redactor: Pick<Redactor, 'learn'>;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: () => void;

  constructor(store: Store, redactor: Pick<Redactor, 'learn'>, onError: (error: unknown) => void) {
    this.#store = store;
    this.#redactor = redactor;
    this.#onError = onError;
    this.#unsubscribe = store.subscribe((events) => {
      for (const { type, subjectId } of events) if (type === 'secret.stored') void this.#learn(subjectId);
    });
  }

  async start(): Promise<void> {
    const secrets = await this.#store.listSecrets();
    await Promise.all(secrets.map(({ name }) => this.#learn(name)));
  }

  async find(name: string): Promise<string | null> {
    const value = await this.#store.openSecret(name);
    if (value !== null) this.#redactor.learn(value);
    return value;
  }

  close(): void {
    this.#unsubscribe();
  }

  /** One that cannot be opened here is told of when it is needed. */
  async #learn(name: string): Promise<void> {
    await this.find(name).catch(this.#onError);
  }
}
