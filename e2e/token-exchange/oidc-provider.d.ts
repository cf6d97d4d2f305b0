/** The part of oidc-provider, which comes without types, that is used here. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Client = { readonly clientId: string };
  type Context = {
    readonly oidc: { readonly client: Client; readonly params: Readonly<Record<string, string | undefined>> };
    body: unknown;
  };
  type TokenProperties = {
    readonly accountId: string;
    readonly client: Client;
    readonly scope?: string;
    readonly grantId: string;
    readonly gty: string;
    readonly extra?: Readonly<Record<string, unknown>>;
  };

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly AccessToken: new (
      properties: TokenProperties,
    ) => {
      resourceServer: unknown;
      readonly expiration: number;
      save(): Promise<string>;
    };
    readonly ResourceServer: new (
      identifier: string,
      settings: Readonly<Record<string, unknown>>,
    ) => unknown;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    registerGrantType(name: string, handler: (context: Context) => Promise<void>, parameters: readonly string[]): void;
  }

  export const errors: Readonly<
    Record<'InvalidGrant' | 'InvalidRequest' | 'InvalidScope' | 'InvalidTarget', new (description: string) => Error>
  >;
}
