/** How requests travel. A port, so that Node uses a pool of sockets and a browser its fetch. */
export type Transport = {
  /** Resolves with any answer the server gives. Rejects with UnreachableError, or with the reason of the signal. */
  request(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
};

export type TransportRequest = {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** How long the first byte of the answer may take. */
  readonly answerMsMax: number;
  /** A stream stays open; its reader notices by itself when nothing comes. */
  readonly isStream: boolean;
  readonly signal?: AbortSignal | undefined;
};

export type TransportResponse = {
  readonly status: number;
  header(name: string): string | null;
  text(): Promise<string>;
  /** The body as it arrives. Leaving the loop closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
};
