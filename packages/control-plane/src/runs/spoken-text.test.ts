import { createRedactor } from '@countersign/redaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpokenText } from './spoken-text.ts';

const passphrase = 'correct horse battery staple';
const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const redactor = createRedactor([passphrase]);

function told(pieces: readonly string[]): string[] {
  const spoken = new SpokenText(redactor);
  return pieces.map((piece) => spoken.write(piece));
}

describe('what a model says', () => {
  it('is told word by word, long before the line is over [W1]', () => {
    expect(told(['I will read the file ', 'and then ', 'go on'])).toEqual(['I ', 'will read ', 'the ']);
    expect(told(['One. ', 'Two.\nThree ', 'and more than enough'])).toEqual(['', 'One. Two.\n', 'Three and ']);
  });

  it('holds back what may be a secret, in one word or in several [G8]', () => {
    const cut = ['Look: it is ghp_abcdefghij', 'klmnopqrstuvwxyz0123456789 ', 'there, and much more.'];
    expect(told(cut)).toEqual(['Look: it ', '', '']);
    expect(told(['It is correct horse ', 'battery staple ', 'there.\n']).join('')).toBe(
      'It is ***REDACTED*** there.\n',
    );
    expect(told(['It is ', 'correct ', 'weather.\n']).join('')).toBe('It is correct weather.\n');
    expect(told(['password: "two ', 'words ', 'more"\n']).join('')).not.toContain('words');
    expect(told(['password: |\n', '  two words ', 'in a block ', 'here\n']).join('')).not.toContain('words');
  });

  it('is in the end what the masked text is, however it is cut [G8]', () => {
    const part = fc.constantFrom(
      'Hello ',
      'there',
      '. ',
      '\n',
      `${token} `,
      passphrase,
      ' ok\n',
      'password: hunter2\n',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }),
        fc.array(fc.nat({ max: 12 }), { minLength: 60 }),
        (parts, cuts) => {
          const text = `${parts.join('')}\n`;
          const pieces: string[] = [];
          let at = 0;
          for (const cut of cuts) {
            pieces.push(text.slice(at, at + cut));
            at += cut;
          }
          pieces.push(text.slice(at));
          const heard = told(pieces).join('');
          expect(redactor.text(text).startsWith(heard)).toBe(true);
        },
      ),
    );
  });
});
