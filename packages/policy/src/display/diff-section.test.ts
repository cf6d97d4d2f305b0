import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../test/files.ts';
import { displayCall } from '../index.ts';
import { limits } from '../limits.ts';
import { compareLines } from './compare-lines.ts';
import { displayLimits } from './limits.ts';
import { maskText } from './locate-span.ts';

const signs = { add: '+', remove: '-', same: ' ', note: '!' } as const;
const mask = (text: string) => text.replaceAll('hunter2', maskText);

function show(toolName: string, params: Record<string, string | boolean>, before?: string | null) {
  const files = before === undefined ? [] : [fileOf(before)];
  const section = displayCall(
    { toolName, params: { path: 'a', ...params } },
    { mask, judged: null, files },
  ).sections.at(-1);
  if (section?.kind !== 'diff') throw new Error('A write is shown as a diff.');
  const lines = section.lines.map(({ kind, number, text }) => `${signs[kind]}${number ?? ''} ${text}`);
  return { lines, notes: section.notes, label: section.label };
}
const write = (content: string, before?: string | null, mode = 'write') =>
  show('write_file', { content, mode }, before);
const edit = (find: string, replace: string, all = false) => show('edit', { find, replace, all });

describe('a write', () => {
  it('is every line as added where nobody knows what is there, and says so [A8]', () => {
    expect(write('a\nb\n')).toEqual({
      label: 'content',
      lines: ['+1 a', '+2 b'],
      notes: [
        'What is in the file now is not known here: every line is shown as added, and what was there is replaced.',
      ],
    });
  });

  it('is a new file where there is none [A8]', () => {
    expect(write('a\n', null)).toMatchObject({ lines: ['+1 a'], notes: ['A new file.'] });
    expect(write('a\n', null, 'append')).toMatchObject({ lines: ['+1 a'], notes: ['A new file.'] });
  });

  it('is compared with what is there [A8]', () => {
    expect(write('a\nB\nc\nd\n', 'a\nb\nc\n')).toMatchObject({
      lines: [' 1 a', '-2 b', '+2 B', ' 3 c', '+4 d'],
      notes: ['Compared with what is in the file now.'],
    });
    expect(write('', 'a\n')).toMatchObject({ lines: ['-1 a'], notes: [expect.any(String), 'The file will be empty.'] });
    expect(write('a\n', '')).toMatchObject({ lines: ['+1 a'] });
  });

  it('is added to what is there [A8]', () => {
    const stays = 'Added to the end of the file. What is there stays.';
    expect(write('a\n', undefined, 'append')).toMatchObject({ lines: ['+1 a'], notes: [stays] });
    expect(write('a\n', 'x\n', 'append').notes).toEqual([stays]);
    expect(write('a\n', '', 'append').notes).toEqual([stays]);
    expect(write('a\n', 'x', 'append').notes).toEqual([expect.stringContaining('the first line here continues it')]);
    expect(write('', 'x\n', 'append').notes).toEqual([stays, 'Nothing is added.']);
  });

  it('shows ends of lines, blanks at their ends, and what looks binary [A8]', () => {
    expect(write('a\nb').lines).toEqual(['+1 a', '+2 b⟦no line feed at the end⟧']);
    expect(write('a\r\nb\n').lines).toEqual(['+1 a⟦U+000D⟧', '+2 b']);
    expect(write('a\r\nb\r\n')).toMatchObject({
      lines: ['+1 a', '+2 b'],
      notes: [expect.any(String), 'Every line ends in CR LF.'],
    });
    expect(write('a\r\n', 'a\n').lines).toEqual(['-1 a', '+1 a⟦U+000D⟧']);
    expect(write('a\r\nb\r\n', 'a\r\n').lines).toEqual([' 1 a', '+2 b']);
    expect(write('a \n\tb\n').lines).toEqual(['+1 a⟦1 blank⟧', '+2 ⟦→⟧b']);
    expect(write('\0\n').notes.at(-1)).toContain('binary');
    expect(write('a', 'a\n').lines).toEqual(['-1 a', '+1 a⟦no line feed at the end⟧']);
  });

  it('masks what is there, and says that what is masked may differ [A8, G8]', () => {
    const { lines, notes } = write(`key: ${maskText}\nb\n`, 'key: hunter2\n');
    expect(lines).toEqual([` 1 key: ${maskText}`, '+2 b']);
    expect(notes.at(-1)).toBe('What is masked looks the same whether or not it changes.');
  });

  it('is not compared where that would be too much, and says so [A8]', () => {
    const tooLong = 'This is too long to compare with what is in the file now';
    expect(write('a\n', 'x'.repeat(limits.displayLengthMax + 1))).toMatchObject({
      lines: ['+1 a'],
      notes: [expect.stringContaining(tooLong)],
    });
    expect(write('a\n', '\n'.repeat(displayLimits.rowsMax + 1)).notes[0]).toContain(tooLong);
    const cut = write('x'.repeat(limits.displayLengthMax), 'a\n');
    expect(cut.notes[0]).toContain(tooLong);
    expect(cut.lines).toEqual([expect.stringContaining('more characters are not shown⟧')]);
    expect(write(`${'x'.repeat(limits.displayLengthMax)}\na\nb\n`).lines.at(-1)).toBe('! ⟦2 more lines are not shown⟧');
  });

  it('has in it all of what will be there and all of what was [A8]', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', '\n', ' ', '\t'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (content, before) => {
        const { lines } = write(content, before);
        const plain = (sign: string) =>
          lines.filter((line) => line[0] === sign || line[0] === ' ').map((line) => line.replace(/^.\d+ /, ''));
        expect(plain('+')).toEqual(write(content, null).lines.map((line) => line.replace(/^.\d+ /, '')));
        expect(plain('-')).toEqual(write(before, null).lines.map((line) => line.replace(/^.\d+ /, '')));
      }),
    );
  });
});

describe('an edit', () => {
  it('is what goes and what comes [A8]', () => {
    expect(edit('a\nb\nc', 'a\nB\nc')).toEqual({
      label: 'find, replace',
      lines: ['  a', '- b', '+ B', '  c'],
      notes: ['Replaced at the one place where the text stands.'],
    });
    expect(edit('a', 'b', true).notes).toEqual(['Replaced wherever the text stands.']);
    expect(edit('a', '')).toMatchObject({ lines: ['- a'], notes: [expect.any(String), 'Nothing takes its place.'] });
    expect(edit('a\n', 'b\n').lines).toEqual(['- a', '+ b', '  ']);
    expect(edit('a', `${'x'.repeat(limits.displayLengthMax)}\nb`).lines.at(-1)).toBe('! ⟦1 more lines are not shown⟧');
  });
});

describe('comparing lines', () => {
  it('is bounded: what has too little in common is shown one after the other [A8]', () => {
    const count = displayLimits.editsMax * 3;
    const before = Array.from({ length: count }, (_, index) => `old ${index}`);
    const after = Array.from({ length: count }, (_, index) => `new ${index}`);
    const compared = compareLines(['x', ...before, 'z'], ['x', ...after, 'z']);
    expect(compared.map(({ text }) => text)).toEqual(['x', ...before, ...after, 'z']);
    const many = Array.from({ length: 3 * displayLimits.rowsMax }, (_, index) => `${index}`);
    expect(compareLines(many, ['a'])).toHaveLength(many.length + 1);
  });
});
