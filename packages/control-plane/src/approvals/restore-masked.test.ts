import { CountersignError, type JsonObject } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { restoreMasked } from './restore-masked.ts';

const real = { url: 'https://u:hunter2@host', env: { TOKEN: 'abc', count: 3 }, args: ['-p', 'hunter2'], plain: 'a' };
const shown = {
  url: 'https://u:***REDACTED***@host',
  env: { TOKEN: '***REDACTED***', count: '***REDACTED***' },
  args: ['-p', '***REDACTED***'],
  plain: 'a',
};

describe('arguments edited by somebody who saw them masked', () => {
  it('get back what was hidden, where it was left as it was shown [A1, G8]', () => {
    expect(restoreMasked(shown, shown, real)).toEqual(real);
    expect(restoreMasked({ ...shown, plain: 'b', more: [1] }, shown, real)).toEqual({ ...real, plain: 'b', more: [1] });
    expect(restoreMasked({ env: { TOKEN: '***REDACTED***' } }, shown, real)).toEqual({ env: { TOKEN: 'abc' } });
  });

  it('may put something else in the place of a secret', () => {
    expect(restoreMasked({ url: 'https://host', args: ['-p', 'other'] }, shown, real)).toEqual({
      url: 'https://host',
      args: ['-p', 'other'],
    });
  });

  it.each<[string, JsonObject]>([
    ['plain', { plain: '***REDACTED***' }],
    ['url', { url: 'https://u:***REDACTED***@elsewhere' }],
    ['args[0]', { args: ['***REDACTED***'] }],
    ['env.OTHER', { env: { OTHER: '***REDACTED***' } }],
    ['more', { more: 'x ***REDACTED***' }],
    ['***REDACTED***', { '***REDACTED***': 1 }],
    ['__proto__.a', JSON.parse('{"__proto__":{"a":"***REDACTED***"}}') as JsonObject],
  ])('are refused where the marker stands for nothing: %s [A1, G8]', (path, edited) => {
    const refused = (): unknown => restoreMasked(edited, shown, real);
    expect(refused).toThrow(CountersignError);
    expect(refused).toThrow(`${path}: contains ***REDACTED***`);
  });

  it('keep the marker where the agent itself wrote it', () => {
    const odd = { plain: 'grep "***REDACTED***" log' };
    expect(restoreMasked(odd, odd, odd)).toEqual(odd);
  });
});
