import type { JsonValue } from '@countersign/contract';

/** What a service answered, read whole and within bounds. */
export type UpstreamResponse = {
  readonly status: number;
  /** Names in small letters; several of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | null;
  readonly body: ResponseBody;
  /** Of the body, decompressed. */
  readonly bytes: number;
};

export type ResponseBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  /** `isCut` where there was more. */
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'bytes'; readonly base64: string; readonly isCut: boolean }
  | { readonly kind: 'file'; readonly file: ResponseFile };

/** Where an answer that is too large for a result was put. */
export type SpilledFile = { readonly file_id: string; readonly bytes: number; readonly sha256: string };

export type ResponseFile = SpilledFile & {
  readonly content_type: string | null;
  /** How it begins, where it is text. */
  readonly head: string | null;
};

/** Takes answers that are too large to keep in memory. */
export type SpillTarget = { open(): Promise<Spill> };

export type Spill = {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<SpilledFile>;
  /** Leaves nothing behind. Also after something failed. */
  abandon(): Promise<void>;
};
