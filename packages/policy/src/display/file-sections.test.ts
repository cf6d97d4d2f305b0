import { describe, expect, it } from 'vitest';
import { fileOf } from '../../test/files.ts';
import { displayCall } from '../index.ts';
import { displayLimits } from './limits.ts';

const mask = (text: string) => text.replaceAll('hunter2', '***REDACTED***');
const shown = (toolName: string, params: Record<string, string | boolean | string[]>, text: string | null) =>
  displayCall({ toolName, params: { path: 'a', ...params } }, { mask, judged: null, files: [fileOf(text, 's.js')] });
const edit = (find: string, replace: string, text: string, all = false) => {
  const section = shown('edit', { find, replace, all }, text).sections.at(-1);
  if (section?.kind !== 'diff') throw new Error('An edit is shown as a diff.');
  return {
    lines: section.lines.map(({ kind, number, text: line }) => `${kind} ${number} ${line}`),
    notes: section.notes,
  };
};

describe('an edit of a file that a runner told of', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');

  it('is shown where it happens, with the lines around it [A8]', () => {
    expect(edit('line 10\n', 'ten\n', text)).toEqual({
      lines: [
        'same 7 line 7',
        'same 8 line 8',
        'same 9 line 9',
        'remove 10 line 10',
        'add 10 ten',
        'same 11 line 11',
        'same 12 line 12',
        'same 13 line 13',
      ],
      notes: ['The text stands in the file once.'],
    });
  });

  it('says where it would fail [T5]', () => {
    expect(edit('nowhere', '', text)).toEqual({ lines: [], notes: [expect.stringContaining('does not stand')] });
    expect(edit('line 1', 'x', text)).toEqual({ lines: [], notes: [expect.stringContaining('11 times: the edit')] });
    expect(edit('line 1', 'x', text, true).notes).toEqual(['The text stands in the file 11 times.']);
  });

  it('says how much it leaves out', () => {
    const { lines, notes } = edit('a', 'b', 'a\n'.repeat(displayLimits.fileRowsMax), true);
    expect(lines).toHaveLength(displayLimits.fileRowsMax);
    expect(notes[1]).toMatch(/^1\d\d\d more lines are not shown\.$/);
  });

  it('is only its words where the content is not known', () => {
    const unknown = { ...fileOf('x'), text: null };
    const call = { toolName: 'edit', params: { path: 'a', find: 'x', replace: 'y', all: false } };
    expect(displayCall(call, { mask, judged: null, files: [unknown] }).sections.at(-1)).toMatchObject({
      label: 'find, replace',
    });
  });
});

describe('a command that runs a file', () => {
  it('is shown with it, masked, and with what holds it to that [A8, L7]', () => {
    const { sections } = shown('execute_command', { command: 'node', args: ['s.js'] }, 'run()\nhunter2\u202e\n');
    expect(sections.at(-1)).toEqual({
      kind: 'script',
      label: 's.js as it is now',
      lines: [
        { number: 1, segments: [{ text: 'run()', part: null }] },
        { number: 2, segments: [{ text: '***REDACTED***⟦U+202E⟧', part: null }] },
      ],
      parts: [],
      notes: ['Should it be another when the call runs, the call is refused (SHA-256 abababababab…).'],
    });
    expect(shown('bash', { cmd: 'node s.js' }, 'x').sections.at(-1)).toMatchObject({ label: 's.js as it is now' });
  });

  it('says what is not shown, and nothing of a file that is not there', () => {
    const call = { toolName: 'bash', params: { cmd: './a' } };
    const hidden = displayCall(call, { mask, judged: null, files: [{ ...fileOf('x'), text: null }] });
    expect(hidden.sections.at(-1)).toMatchObject({
      lines: [],
      notes: [expect.stringContaining('1 bytes'), expect.any(String)],
    });
    expect(displayCall(call, { mask, judged: null, files: [fileOf(null)] }).sections).toHaveLength(1);
  });
});
