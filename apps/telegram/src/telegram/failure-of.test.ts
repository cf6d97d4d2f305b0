import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';

const error = (error_code: number, description: string, parameters = {}) =>
  new GrammyError('failed', { ok: false, error_code, description, parameters }, 'sendMessage', {});

describe('what a failure of Telegram means', () => {
  it.each([
    [error(429, 'Too Many Requests', { retry_after: 7 }), { kind: 'too_many', waitMs: 7_000 }],
    [error(429, 'Too Many Requests'), { kind: 'too_many', waitMs: 1_000 }],
    [error(401, 'Unauthorized'), { kind: 'bad_token' }],
    [error(404, 'Not Found'), { kind: 'bad_token' }],
    [error(409, 'Conflict: terminated by other getUpdates request'), { kind: 'conflict' }],
    [error(403, 'Forbidden: bot was blocked by the user'), { kind: 'unwanted' }],
    [error(400, 'Bad Request: chat not found'), { kind: 'unwanted' }],
    [error(400, 'Bad Request: message is not modified: …'), { kind: 'unchanged' }],
    [error(400, 'Bad Request: message to edit not found'), { kind: 'gone' }],
    [error(400, "Bad Request: message can't be deleted for everyone"), { kind: 'gone' }],
    [error(400, 'Bad Request: BUTTON_URL_INVALID'), { kind: 'refused' }],
    [error(502, 'Bad Gateway'), { kind: 'passing' }],
    [new HttpError('no answer', new Error('ECONNRESET')), { kind: 'passing' }],
    [new SyntaxError('<html>'), { kind: 'passing' }],
  ])('%s', (failure, meaning) => {
    expect(failureOf(failure)).toEqual(meaning);
  });
});
