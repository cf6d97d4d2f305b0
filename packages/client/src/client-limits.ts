/** Every limit of the client, named with its unit. */
export const clientLimits = {
  /** Sockets for calls. Streams have their own, so that open streams never keep a call waiting. */
  connectionsMax: 128,
  connectMsMax: 10_000,
  /** On top of the time the server was asked to wait. */
  answerMsMax: 30_000,
  /** For requests during which the server looks at a service. */
  importMsMax: 120_000,
  responseBytesMax: 64 * 1024 * 1024,
  retriesMax: 3,
  retryDelayMsFirst: 100,
  retryDelayMsMax: 2_000,
  /** The longest pause a server may ask for by Retry-After. */
  retryAfterMsMax: 10_000,
  reconnectDelayMsFirst: 250,
  reconnectDelayMsMax: 15_000,
  /** Three missed heartbeats of 15 s. */
  streamStallMsMax: 45_000,
  streamMessageLengthMax: 8 * 1024 * 1024,
  /** One long poll; below the 30 s after which some proxies give up. */
  pollMsMax: 25_000,
  /** Between polls that came back early and unsettled. */
  pollPauseMs: 250,
  /** How long whoever waits for a call puts up with a server that does not answer. */
  outageMsMax: 120_000,
  socketMessageBytesMax: 64 * 1024 * 1024,
  socketMessagesQueuedMax: 10_000,
  socketPingMs: 20_000,
} as const;
