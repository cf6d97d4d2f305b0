import { GrammyError } from 'grammy';

/** What a failed request to Telegram means for whoever made it. */
export type Failure =
  /** Too many requests: nothing before this has passed. */
  | { readonly kind: 'too_many'; readonly waitMs: number }
  /** No answer, or trouble over there: the same again later. */
  | { readonly kind: 'passing' }
  /** It is as it was to be. */
  | { readonly kind: 'unchanged' }
  /** The message is not there any more, or too old to change. */
  | { readonly kind: 'gone' }
  /** The person has blocked the bot, or has never written to it. */
  | { readonly kind: 'unwanted' }
  /** Somebody else asks for the same updates. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'bad_token' }
  | { readonly kind: 'refused' };

const gone = /message to (edit|delete) not found|message can't be (edited|deleted)|message_id_invalid/i;
const unwanted = /chat not found|user is deactivated|bot was blocked|peer_id_invalid/i;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof GrammyError)) return { kind: 'passing' };
  const { error_code: code, description, parameters } = error;
  if (code === 429) return { kind: 'too_many', waitMs: (parameters.retry_after ?? 1) * 1_000 };
  if (code === 401 || code === 404) return { kind: 'bad_token' };
  if (code === 409) return { kind: 'conflict' };
  if (code === 403 || unwanted.test(description)) return { kind: 'unwanted' };
  if (/message is not modified/i.test(description)) return { kind: 'unchanged' };
  if (gone.test(description)) return { kind: 'gone' };
  return code >= 400 && code < 500 ? { kind: 'refused' } : { kind: 'passing' };
}
