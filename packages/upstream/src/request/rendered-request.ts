import type { HttpMethod } from '@countersign/contract';

/** A request as it is sent: nothing in it is a template any more. */
export type RenderedRequest = {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | Uint8Array | null;
  /** Whether we may send just this again: by its method, or by a key that the service knows. */
  readonly isRepeatable: boolean;
};

export type Header = readonly [name: string, value: string];

export type BodyContent = { readonly body: string | Uint8Array; readonly contentType: string };
