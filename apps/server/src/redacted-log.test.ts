import { defaultConfig } from '@countersign/config';
import { createRedactor } from '@countersign/redaction';
import { describe, expect, it } from 'vitest';
import { knownSecrets } from './known-secrets.ts';
import { redactedLog } from './redacted-log.ts';

describe('the log', () => {
  const lines: string[] = [];
  const redactor = createRedactor(['correct-horse-battery']);
  const log = redactedLog('info', redactor, { write: (line) => void lines.push(line) });

  it('says no secret, wherever it stands in a line, and stays JSON [G8]', () => {
    const error = new Error('refused "correct-horse-battery"', { cause: new Error('password=hunter2hunter2') });
    log
      .child({ token: 'abcdefgh12345678' })
      .error({ err: error, deep: [{ note: 'a\ncorrect-horse-battery' }] }, 'it failed');
    log.info('said correct-horse-battery');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/horse|hunter2|abcdefgh/);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'it failed',
      'said ***REDACTED***',
    ]);
    for (const line of lines) expect(line.endsWith('\n')).toBe(true);
  });

  it('says of an error what it says itself, and nothing that hangs on it', () => {
    const fault = Object.assign(new Error('gone', { cause: 'a reason' }), { code: '57P01', client: { host: 'db' } });
    log.error({ err: fault }, 'the store met a fault');
    const { err } = JSON.parse(lines.at(-1)!) as { err: object };
    expect(err).toEqual({
      type: 'Error',
      message: 'gone',
      stack: expect.any(String),
      code: '57P01',
      cause: { message: 'a reason' },
    });
  });
});

describe('what the server was given', () => {
  const config = defaultConfig();

  it('is known: token, sealing key, keys of models, secrets of the bot, and the password of the database in any form [G8]', () => {
    expect(knownSecrets(config)).toEqual([]);
    expect(knownSecrets({ ...config, token: 't', sealingKey: 'k' })).toEqual(['t', 'k']);
    const models = {
      ...config.models,
      openai: { apiKey: 'o', baseUrl: null },
      anthropic: { apiKey: 'a', baseUrl: null },
    };
    const telegram = { ...config.telegram, token: 'b', webhookSecret: 'w' };
    expect(knownSecrets({ ...config, models, telegram })).toEqual(['o', 'a', 'b', 'w']);
    expect(knownSecrets({ ...config, database: 'postgres://u:p%40ss@db/cs?password=other' })).toEqual([
      'p%40ss',
      'p@ss',
      'other',
    ]);
    expect(knownSecrets({ ...config, database: 'postgres://u:100%@db/cs' })).toContain('100%');
  });
});
