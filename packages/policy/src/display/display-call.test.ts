import { canonicalJson, type Display, type JsonObject } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../test/files.ts';
import { displayCall, isShowable, isShownInFull, type Known } from '../index.ts';
import { limits } from '../limits.ts';
import { displayLimits } from './limits.ts';

const tool = 'some_tool';
const show = (params: JsonObject, toolName = tool, known?: Known) => displayCall({ toolName, params }, known);
const fieldsOf = ({ sections }: Display) =>
  sections.flatMap((section) => (section.kind === 'fields' ? section.fields : []));
const lines = (params: JsonObject) => fieldsOf(show(params)).map(({ label, text }) => `${label}: ${text}`);

/** Arguments with names and values that try to look like one another. */
const tricky = fc.constantFrom(
  ...['a', 'a.b', 'b', 'a[0]', '"a"', '', '0', 'true', 'null', '(none)', '(empty)', '"x"', 'x', 'x ', '\n', '\t'],
);
const names = fc.oneof(
  tricky,
  fc.constantFrom('command', 'args', 'cmd', 'path', 'content', 'mode', 'find', 'replace', 'all'),
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
const params = fc.dictionary(names, anyParams, { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonObject>;
const tools = fc.constantFrom('some_tool', 'execute_command', 'bash', 'write_file', 'write', 'edit');

describe('what a person reads', () => {
  it('is every argument with its name [A8]', () => {
    expect(lines({ path: 'src/a.txt', content: 'one\ntwo', mode: 'write' })).toEqual([
      'path: src/a.txt',
      'mode: write',
      'content: one\ntwo',
    ]);
  });

  it('has each item of a list on a line of its own, in quotes [A8]', () => {
    expect(lines({ to: ['ada', 'b c', ''] })).toEqual(['to[0]: "ada"', 'to[1]: "b c"', 'to[2]: ""']);
    expect(lines({ args: ['a b'] })).not.toEqual(lines({ args: ['a', 'b'] }));
    expect(lines({ args: ['a\nargs[1]: "b"'] })).not.toEqual(lines({ args: ['a', 'b'] }));
  });

  it('tells a word from what it could be taken for [A8]', () => {
    expect(lines({ a: 'true' })).toEqual(['a: "true"']);
    expect(lines({ a: true })).toEqual(['a: true']);
    expect(lines({ a: '12' })).toEqual(['a: "12"']);
    expect(lines({ a: [] })).toEqual(['a: (none)']);
    expect(lines({ a: {} })).toEqual(['a: (empty)']);
    expect(lines({ a: '(none)' })).toEqual(['a: "(none)"']);
    expect(lines({ 'a.b': 1 })).toEqual(['"a.b": 1']);
    expect(lines({ a: { b: 1 } })).toEqual(['a.b: 1']);
  });

  it('looks the same only for calls that are the same [A8] [L7]', () => {
    fc.assert(
      fc.property(tools, params, params, (toolName, one, other) => {
        const look = (given: JsonObject) => canonicalJson(show(given, toolName).sections);
        if (look(one) === look(other)) expect(canonicalJson(one)).toBe(canonicalJson(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is plain text with nothing hidden in it, wherever it stands [A8]', () => {
    const hostile = fc.dictionary(names, fc.string({ unit: 'binary' }), { maxKeys: 4, noNullPrototype: true });
    fc.assert(
      fc.property(tools, hostile, (toolName, given) => {
        for (const text of textsOf(show(given, toolName))) expect(text).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}\u00a0]/u);
      }),
    );
  });

  it('leaves markup and links as the text they are [A8]', () => {
    const given = ['<img src=x onerror=alert(1)>', '[Approve](command:workbench.action.terminal.new)', '**ok** `x`'];
    for (const text of given) {
      expect(lines({ a: text })).toEqual([`a: ${text}`]);
      expect(show({ command: 'git', args: ['commit', '-m', text] }).sections).toEqual([
        { kind: 'argv', label: 'command', words: ['git', 'commit', '-m', `"${text}"`] },
      ]);
    }
  });

  it('is a command word by word, and what else is given after it [A8]', () => {
    expect(show({ timeout: 30, command: 'node', args: ['a b.js', ''] }).sections).toEqual([
      { kind: 'argv', label: 'command', words: ['node', '"a b.js"', '""'] },
      { kind: 'fields', fields: [{ label: 'timeout', text: '30' }] },
    ]);
    for (const odd of [
      { command: 'a' },
      { command: 'a', args: [1] },
      { command: 1, args: [] },
      { command: 'a', args: 'b' },
    ])
      expect(show(odd).sections.map(({ kind }) => kind)).toEqual(['fields']);
  });

  it('has the last word in it, however long the words before it and however many [A8]', () => {
    for (const padding of [
      ['A'.repeat(20_000)],
      Array<string>(900).fill('x'),
      [' '.repeat(9_000)],
      ['\n'.repeat(9_000)],
    ]) {
      const shown = show({ command: 'node', args: ['ok.js', ...padding, '--evil'] });
      expect(shown.complete).toBe(true);
      expect(textsOf(shown.sections).at(-1)).toBe('--evil');
    }
  });

  it('is a script, a diff or fields, by what the tool is [A8]', () => {
    const kinds = (toolName: string, given: JsonObject) => show(given, toolName).sections.map(({ kind }) => kind);
    expect(kinds('bash', { cmd: 'ls', timeout: 3 })).toEqual(['script', 'fields']);
    expect(kinds('bash', { cmd: 'ls' })).toEqual(['script']);
    expect(kinds('bash', { cmd: ['ls'] })).toEqual(['fields']);
    expect(kinds('other', { cmd: 'ls' })).toEqual(['fields']);
    expect(kinds('write_file', { path: 'a', content: 'x', mode: 'append' })).toEqual(['fields', 'diff']);
    expect(kinds('write', { path: 'a', content: 'x', mode: 'overwrite' })).toEqual(['fields', 'diff']);
    expect(kinds('write', { content: 'x' })).toEqual(['diff']);
    expect(kinds('write', { content: 'x', mode: ['append'] })).toEqual(['fields']);
    expect(kinds('write', { path: 'a', content: 'x', mode: 'prepend' })).toEqual(['fields']);
    expect(kinds('write', { path: 'a', content: 1 })).toEqual(['fields']);
    expect(kinds('edit', { path: 'a', find: 'x', replace: 'y' })).toEqual(['fields', 'diff']);
    expect(kinds('edit', { path: 'a', find: 'x', replace: 1 })).toEqual(['fields']);
    expect(kinds('ping', {})).toEqual([]);
  });

  it('writes out what a screen would hide, in names and values, and says so [A8]', () => {
    const shown = show({ 'na\u200bme': 'a\u202eb' });
    expect(fieldsOf(shown)).toEqual([{ label: '"na⟦U+200B⟧me"', text: 'a⟦U+202E⟧b' }]);
    expect(shown.warnings).toEqual([expect.stringContaining('invisible')]);
    expect(show({ a: 'plain' }).warnings).toEqual([]);
  });

  it('is complete, or says that it is not and how much is missing [A8]', () => {
    const longest = 'x'.repeat(limits.displayLengthMax - 1);
    expect(show({ a: longest })).toMatchObject({ complete: true, showable: true, warnings: [] });
    const shown = show({ a: `${longest}yz` });
    expect(shown).toMatchObject({ complete: false, showable: true });
    expect(shown.warnings[0]).toContain('too long to show in full');
    expect(fieldsOf(shown)).toEqual([{ label: 'a', text: `${longest}⟦2 more characters are not shown⟧` }]);
    const after = show({ a: longest, b: 'c', d: 'e' });
    expect(fieldsOf(after).at(-1)!.text).toBe('⟦2 more lines are not shown⟧');
  });

  it('says how many lines are missing, and stays within its limit whatever the call [A8]', () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`name_${index}`, 'v']));
    const shown = show(many);
    const fields = fieldsOf(shown);
    expect(shown.complete).toBe(false);
    expect(fields.at(-1)!.text).toBe(`⟦${90_000 - fields.length + 1} more lines are not shown⟧`);
    expect(fields.length).toBeLessThanOrEqual(displayLimits.rowsMax + 1);
    expect(fields.reduce((sum, { label, text }) => sum + label.length + text.length, 0)).toBeLessThan(
      limits.displayLengthMax + 100,
    );
  });

  it.each<[string, string, JsonObject]>([
    ['text', 'write_file', { path: 'a', mode: 'write', content: 'x'.repeat(displayLimits.showableLengthMax) }],
    ['lines', 'write_file', { path: 'a', mode: 'write', content: '\n'.repeat(displayLimits.showableRowsMax + 1) }],
    ['words', 'execute_command', { command: 'a', args: Array<string>(displayLimits.showableRowsMax).fill('b') }],
    ['text once it is written out', 'bash', { cmd: '\0'.repeat(displayLimits.showableLengthMax / 4) }],
    ['names before its values', 'some_tool', { ['k'.repeat(100_000)]: Array<number>(1000).fill(0) }],
    ['text to look for', 'edit', { path: 'a', find: 'x\n'.repeat(600_000), replace: 'y' }],
  ])('cannot be made of a call with too much %s, which is then for nobody to approve [A8]', (_, toolName, given) => {
    const started = performance.now();
    const shown = show(given, toolName);
    expect(shown).toMatchObject({ complete: false, showable: false });
    expect(shown.warnings).toEqual([expect.stringContaining('cannot be approved')]);
    expect(textsOf(shown.sections)).toContain('⟦the rest is not shown⟧');
    expect(textsOf(shown).join('').length).toBeLessThan(2 * displayLimits.glimpseLengthMax);
    expect(isShowable({ toolName, params: given })).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('is as complete and as showable as its arguments alone make it [A8]', () => {
    const known = (content: string): Known => ({ mask: (text) => text, judged: null, files: [fileOf(content)] });
    for (const length of [10, limits.displayLengthMax - 100, limits.displayLengthMax]) {
      const call = { toolName: 'write', params: { path: 'a', content: 'x'.repeat(length) } };
      for (const present of ['', 'y\n'.repeat(1000), 'z'.repeat(2_000_000)]) {
        const { complete, showable } = displayCall(call, known(present));
        expect(complete).toBe(isShownInFull(call));
        expect(showable).toBe(isShowable(call));
      }
    }
  });

  it('is always text that has a canonical form [A8]', () => {
    for (const length of [limits.displayLengthMax - 2, limits.displayLengthMax - 1]) {
      expect(() => canonicalJson(show({ a: `${'x'.repeat(length)}😀😀` }))).not.toThrow();
    }
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
