/** Every limit of the Telegram front, named with its unit. */
export const limits = {
  /** Telegram's own: UTF-16 units of a message, bytes of what a button carries, characters of the note after a press. */
  messageLengthMax: 4_096,
  callbackBytesMax: 64,
  toastLengthMax: 200,
  /** Messages of one answer; of a longer one the rest is told where to find. */
  answerMessagesMax: 10,
  /** The agent's own words beside a request; what a resolved request keeps of its action; the task in a status. */
  agentNoteLengthMax: 300,
  resolvedActionLengthMax: 1_500,
  offerLengthMax: 700,
  taskLengthMax: 80,
  /** Lines that stay as they are and stand this near to a change are shown with it. */
  contextLines: 3,
  /** How long a HIGH approval that was pressed once waits for the second press. */
  confirmMs: 60_000,
  /** Requests of one chat that have a message of their own at a time; the rest is counted in one. */
  openApprovalsMax: 10,
  /** Of those that wait: how many are looked at. */
  pendingApprovalsMax: 1_000,
  /** What Telegram asks of bots: about one message a second in a chat, thirty in all. */
  chatIntervalMs: 1_000,
  overallIntervalMs: 1_000 / 30,
  /** A run that is over before this never shows how it goes; after that it is told again at most this often. */
  progressFirstMs: 1_500,
  progressIntervalMs: 3_000,
  /** Between tries, where Telegram or the server does not answer. */
  retryMsFirst: 500,
  retryMsMax: 30_000,
  /** After a refusal that will not pass by itself. */
  refusedRetryMs: 60_000,
  /** One long poll, one request, and what is taken at once. */
  pollSeconds: 30,
  requestSeconds: 20,
  updatesMax: 50,
  webhookBodyBytesMax: 1024 * 1024,
  webhookSeconds: 30,
  /** One refusal a stranger in this time, and so many strangers in it. */
  refusalIntervalMs: 24 * 3600 * 1000,
  refusalsMax: 100,
  /** What is over is forgotten after this. Updates that were done are remembered by number. */
  keptMs: 30 * 24 * 3600 * 1000,
  updatesKept: 10_000,
  usersMax: 1_000,
  usersFileBytesMax: 1024 * 1024,
} as const;

export type Limits = { readonly [Name in keyof typeof limits]: number };
