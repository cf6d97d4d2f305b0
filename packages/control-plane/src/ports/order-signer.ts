import type { ServerKey } from '@countersign/contract';

/** Signs execution orders with the server's own key (L7). */
export type OrderSigner = {
  readonly key: ServerKey;
  /** Ed25519 over the text, base64url. */
  sign(text: string): string;
};
