import { canonicalJson, type JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { displayCall, makeVisible, summary } from '../index.ts';

const tool = 'execute_command';
const lines = (params: JsonObject) => displayCall(tool, params).lines.map(({ label, text }) => `${label}: ${text}`);

/** Arguments with names and values that try to look like one another. */
const tricky = fc.constantFrom(
  'a',
  'a.b',
  'b',
  'a[0]',
  '"a"',
  '',
  '0',
  'true',
  'null',
  '(none)',
  '(empty)',
  '"x"',
  'x',
);
const anyParams = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    tricky,
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.constantFrom(0, 1, true, false, null, 1e21, -2.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(tricky, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const params = fc.dictionary(tricky, anyParams, { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

describe('what a person reads', () => {
  it('is every argument with its name [A8]', () => {
    expect(lines({ path: 'src/a.txt', content: 'one\ntwo', mode: 'write' })).toEqual([
      'path: src/a.txt',
      'mode: write',
      'content: one\ntwo',
    ]);
  });

  it('has each item of an argv on a line of its own, in quotes [A8]', () => {
    expect(lines({ command: 'git', args: ['commit', '-m', 'one two', ''] })).toEqual([
      'command: git',
      'args[0]: "commit"',
      'args[1]: "-m"',
      'args[2]: "one two"',
      'args[3]: ""',
    ]);
    expect(lines({ args: ['a b'] })).not.toEqual(lines({ args: ['a', 'b'] }));
    expect(lines({ args: ['a\nargs[1]: "b"'] })).not.toEqual(lines({ args: ['a', 'b'] }));
  });

  it('tells a word from what it could be taken for [A8]', () => {
    expect(lines({ a: 'true' })).toEqual(['a: "true"']);
    expect(lines({ a: true })).toEqual(['a: true']);
    expect(lines({ a: '12' })).toEqual(['a: "12"']);
    expect(lines({ a: [] })).toEqual(['a: (none)']);
    expect(lines({ a: '(none)' })).toEqual(['a: "(none)"']);
    expect(lines({ 'a.b': 1 })).toEqual(['"a.b": 1']);
    expect(lines({ a: { b: 1 } })).toEqual(['a.b: 1']);
  });

  it('looks the same only for calls that are the same [A8] [L7]', () => {
    fc.assert(
      fc.property(params, params, (one, other) => {
        const sameLook = canonicalJson(lines(one).sort()) === canonicalJson(lines(other).sort());
        if (sameLook) expect(canonicalJson(one)).toBe(canonicalJson(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it('writes out what a screen would hide, in names and values, and says so [A8]', () => {
    const shown = displayCall(tool, { 'na\u200bme': 'a\u202eb' });
    expect(shown.lines).toEqual([{ label: '"na⟦U+200B⟧me"', text: 'a⟦U+202E⟧b' }]);
    expect(shown.warnings).toEqual([expect.stringContaining('invisible')]);
    expect(displayCall(tool, { a: 'plain' }).warnings).toEqual([]);
  });

  it('is complete, or says that it is not and how much is missing [A8]', () => {
    const longest = 'x'.repeat(limits.displayLengthMax - 1);
    expect(displayCall(tool, { a: longest })).toMatchObject({ complete: true, warnings: [] });
    const { complete, warnings, lines: shown } = displayCall(tool, { a: `${longest}yz` });
    expect(complete).toBe(false);
    expect(warnings[0]).toContain('too long to show in full');
    expect(shown[0]!.text).toBe(`${longest}⟦2 more characters are not shown⟧`);
  });

  it('says how many lines are missing, and stays within its limit whatever the call [A8]', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name_${index}`, 'v']));
    const { complete, lines: shown } = displayCall(tool, many);
    expect(complete).toBe(false);
    expect(shown.at(-1)!.text).toBe(`⟦${100_000 - shown.length + 1} more lines are not shown⟧`);
    expect(shown.reduce((sum, { label, text }) => sum + label.length + text.length, 0)).toBeLessThan(
      limits.displayLengthMax + 100,
    );
  });

  it('is always text that has a canonical form [A8]', () => {
    for (const length of [limits.displayLengthMax - 2, limits.displayLengthMax - 1]) {
      expect(() => canonicalJson(displayCall(tool, { a: `${'x'.repeat(length)}😀😀` }))).not.toThrow();
    }
  });
});

describe('a summary', () => {
  it('is the command line for a command, quoted where a word is not plain [A8]', () => {
    expect(summary(tool, { command: 'git', args: ['log', '--format=%H %s', "it's"] })).toBe(
      'git log "--format=%H %s" "it\'s"',
    );
  });

  it('is the tool with its path, or with everything it is given [A8]', () => {
    expect(summary('write_file', { path: 'src/a.txt', content: 'x' })).toBe('write_file src/a.txt');
    expect(summary('write_file', { path: 'a b' })).toBe('write_file "a b"');
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
