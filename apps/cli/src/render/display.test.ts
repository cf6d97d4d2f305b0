import type { Display, DisplaySection } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { renderDisplay } from './display.ts';
import { styleFor } from './style.ts';

const plain = styleFor(false);
const render = (...sections: DisplaySection[]) => renderDisplay(displayOf(sections), plain);

function displayOf(sections: DisplaySection[]): Display {
  return { title: 't', sections, complete: true, showable: true, warnings: [] };
}

const same = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'same' as const,
    number: from + index,
    text: `s${from + index}`,
  }));
const diff = (lines: Extract<DisplaySection, { kind: 'diff' }>['lines'], notes: string[] = []) =>
  ({ kind: 'diff', label: 'content', lines, notes }) as const;

const script = {
  kind: 'script',
  label: 'cmd',
  lines: [
    { number: 1, segments: [{ text: 'cd src', part: null }] },
    {
      number: 2,
      segments: [
        { text: '汉; ', part: null },
        { text: 'rm -rf a', part: 1 },
        { text: '; ', part: null },
        { text: 'cat <<E', part: 2 },
      ],
    },
    { number: 3, segments: [{ text: 'E', part: 2 }] },
    { number: null, segments: [{ text: '⟦5 more lines are not shown⟧', part: null }] },
  ],
  parts: [
    { program: 'cd', command: 'cd src', risk_level: 'LOW', effects: [], reasons: [], line: 1, marked: false },
    {
      program: 'rm',
      command: 'rm -rf a',
      risk_level: 'HIGH',
      effects: ['deletes a'],
      reasons: ['Deletes.'],
      line: 2,
      marked: true,
    },
    { program: null, command: null, risk_level: 'MEDIUM', effects: [], reasons: ['Unclear.'], line: 2, marked: true },
    { program: 'cat', command: null, risk_level: 'HIGH', effects: [], reasons: [], line: null, marked: true },
  ],
  notes: ['2 more parts are not listed.'],
} as const satisfies DisplaySection;

describe('a display in a terminal', () => {
  it('has a command on one line, or a word a line where it is long [A8]', () => {
    expect(render({ kind: 'argv', label: 'command', words: ['git', '""', '"a b"'] })).toBe('  command  git "" "a b"\n');
    const long = 'x'.repeat(120);
    expect(render({ kind: 'argv', label: 'command', words: ['git', long] })).toBe(
      `  command  git\n           ${long}\n`,
    );
  });

  it('has the part of a script that asks underlined, with the reason beside it [A8]', () => {
    expect(render({ ...script, lines: [...script.lines], parts: [...script.parts], notes: [...script.notes] })).toBe(
      [
        '  cmd',
        '    1 │ cd src',
        '  ▶ 2 │ 汉; rm -rf a; cat <<E',
        '      │     ^^^^^^^^ HIGH: Deletes.',
        '      │               ^^^^^^^ MEDIUM: Unclear.',
        '  ▶ 3 │ E',
        '      │ ^',
        '      │ ⟦5 more lines are not shown⟧',
        '    2 more parts are not listed.',
        '  what it does',
        '    LOW    cd src (line 1)',
        '  ▶ HIGH   rm -rf a (line 2)',
        '           deletes a',
        '           Deletes.',
        '  ▶ MEDIUM (its words are masked, or not known before it runs) (line 2)',
        '           Unclear.',
        '  ▶ HIGH   cat (its words are masked, or not known before it runs)',
        '',
      ].join('\n'),
    );
  });

  it('lists no parts of a script where none are known [A8]', () => {
    expect(
      render({
        ...script,
        lines: [script.lines[0]].map((line) => ({ ...line, segments: [...line.segments] })),
        parts: [],
        notes: [],
      }),
    ).toBe('  cmd\n    1 │ cd src\n');
  });

  it('has signs before what is added and what is removed, and its notes above [A8]', () => {
    const lines = [
      { kind: 'remove', number: 9, text: 'old' },
      { kind: 'add', number: 10, text: 'new' },
      { kind: 'note', number: null, text: '⟦1 more lines are not shown⟧' },
    ] as const;
    expect(render(diff([...lines], ['A note.']))).toBe(
      ['  content', '    A note.', '     9 - old', '    10 + new', '       ! ⟦1 more lines are not shown⟧', ''].join(
        '\n',
      ),
    );
    expect(render(diff([]))).toBe('  content\n');
  });

  it('counts lines that stay and are far from any change [A8]', () => {
    const added = { kind: 'add', number: 9, text: 'new' } as const;
    const shown = render(diff([...same(1, 8), added, ...same(10, 9), added, ...same(20, 3)]));
    expect(shown).toContain('    ⋮ 5 lines stay as they are (all of them with --json)\n     6   s6\n');
    expect(shown).toContain('    12   s12\n    ⋮ 3 lines stay as they are (all of them with --json)\n    16   s16\n');
    expect(shown).toContain('    20   s20\n    21   s21\n    22   s22\n');
    expect(render(diff([added, ...same(10, 7), added]))).not.toContain('⋮');
  });

  it('lets nothing act on the terminal, whatever the server sent [A8]', () => {
    const evil = 'a\u001b[2J\u202e\nb';
    const shown = render(
      { kind: 'argv', label: 'command', words: [evil] },
      { kind: 'fields', fields: [{ label: evil, text: evil }] },
      diff([{ kind: 'add', number: 1, text: evil }], [evil]),
      {
        kind: 'script',
        label: 'cmd',
        lines: [{ number: 1, segments: [{ text: evil, part: 0 }] }],
        parts: [
          { program: null, command: evil, risk_level: 'HIGH', effects: [evil], reasons: [evil], line: 1, marked: true },
        ],
        notes: [evil],
      },
    );
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown.match(/⟦U\+001B⟧/g)).toHaveLength(11);
  });

  it('says with signs what it says with colours [A8]', () => {
    const sections = [diff([{ kind: 'add', number: 1, text: 'x' }])];
    const coloured = renderDisplay(displayOf(sections), styleFor(true));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(render(...sections));
    expect(coloured).not.toBe(render(...sections));
  });
});
