import { canonicalJson } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVisible, summary } from '../index.ts';

const tool = 'execute_command';

describe('a summary', () => {
  it('is the command line for a command, quoted where a word is not plain [A8]', () => {
    expect(summary(tool, { command: 'git', args: ['log', '--format=%H %s', "it's"] })).toBe(
      'git log "--format=%H %s" "it\'s"',
    );
  });

  it('is the tool with its path, or with everything it is given [A8]', () => {
    expect(summary('write_file', { path: 'src/a.txt', content: 'x' })).toBe('write_file src/a.txt');
    expect(summary('write_file', { path: 'a b' })).toBe('write_file "a b"');
    expect(summary('bash', { cmd: 'ls | wc\nrm x' })).toBe('bash "ls | wc\\nrm x"');
    expect(summary('send_mail', { to: 'ada' })).toBe('send_mail {"to":"ada"}');
    expect(summary('ping', {})).toBe('ping');
  });

  it('is one line, whatever is in it [A8]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const given of [{ path: text }, { command: text, args: [text] }, { other: text }]) {
          expect(summary('tool', given)).not.toMatch(/[\n\r\u2028]/);
          expect(summary('tool', given)).toBe(makeVisible(summary('tool', given)).replaceAll('⟦U+27E6⟧', '⟦'));
        }
      }),
    );
  });

  it('says how much it leaves out, and never ends in half a character [A8]', () => {
    expect(summary('t', { path: 'x'.repeat(500) })).toMatch(/^t x{198}… \(302 more characters\)$/);
    for (let length = 150; length < 260; length += 1) {
      expect(() => canonicalJson(summary('t', { path: 'x'.repeat(length) + '😀'.repeat(60) }))).not.toThrow();
    }
  });
});
