import { type Client, createClient, UnreachableError } from '@countersign/client';

export type Address = { readonly url: string; readonly number: number };

/** A server that goes away and comes back, maybe at another address. */
export type Reachable = {
  running(): Promise<Address>;
  after(failed: Address): Promise<void>;
};

/** A client that does not give up: what got no answer is asked again of the next process. */
export class Persistent {
  readonly #server: Reachable;
  readonly #token: string;
  /** Called when a request is on its way. */
  onRequest: () => void = () => {};
  #client: { readonly number: number; readonly client: Client } | null = null;

  constructor(server: Reachable, token: string) {
    this.#server = server;
    this.#token = token;
  }

  async call<T>(request: (client: Client) => Promise<T>): Promise<T> {
    for (;;) {
      const address = await this.#server.running();
      try {
        const answer = request(await this.#clientFor(address));
        this.onRequest();
        return await answer;
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error;
        await this.#server.after(address);
      }
    }
  }

  /** For one process only: fails with it. */
  once<T>(address: Address, request: (client: Client) => Promise<T>): Promise<T> {
    return this.#clientFor(address).then(request);
  }

  async close(): Promise<void> {
    await this.#client?.client.close();
  }

  async #clientFor({ url, number }: Address): Promise<Client> {
    if (this.#client?.number === number) return this.#client.client;
    const old = this.#client;
    const client = createClient({ url, token: this.#token, retriesMax: 0 });
    this.#client = { number, client };
    await old?.client.close();
    return client;
  }
}
