import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayCall } from '../index.ts';
import type { Level } from '../judgement/level.ts';
import type { Part } from '../judgement/part.ts';
import { limits } from '../limits.ts';
import type { Ruling } from '../verdict.ts';
import { displayLimits } from './limits.ts';
import { maskText } from './locate-span.ts';

const secret = 'hunter2';
const mask = (text: string) => text.replaceAll(secret, maskText);

/** A part of the script where its text stands first, with what was found in it. */
function part(script: string, text: string, level: Level = 'LOW', more: Partial<Part> = {}): Part {
  const start = script.indexOf(text);
  return {
    argv: text.split(' '),
    command: text.split(' ')[0]!,
    subcommand: null,
    span: { start, end: start + text.length },
    paths: [],
    effects: [],
    findings: level === 'LOW' ? [] : [{ id: 'test', level, reason: `${text} is ${level}` }],
    isRememberable: true,
    ...more,
  };
}

function show(cmd: string, parts: readonly Part[] = [], rulings?: readonly Ruling[]) {
  const judged = { judgement: { parts, findings: [] }, arguments: { cmd }, ...(rulings ? { rulings } : {}) };
  const known = { mask, judged, files: [] };
  const [section] = displayCall({ toolName: 'bash', params: { cmd: mask(cmd) } }, known).sections;
  if (section?.kind !== 'script') throw new Error('A script is shown as one.');
  return section;
}

/** The script with what is marked in brackets. */
const marked = (section: ReturnType<typeof show>) =>
  section.lines
    .map(({ segments }) =>
      segments.map(({ text, part: index }) => (index === null ? text : `[${index}:${text}]`)).join(''),
    )
    .join('\n');

describe('a script', () => {
  it('counts blanks at the end of a line as one, also where a mark ends among them [A8]', () => {
    const blanks = part('make  ', 'make ', 'HIGH');
    expect(marked(show('ls; make  ', [{ ...blanks, span: { start: 4, end: 9 } }]))).toBe('ls; [0:make]⟦2 blanks⟧');
  });

  it('has marked what a person is asked about, by code or by a rule, and not what a rule allows [A8, G6]', () => {
    const script = 'git status; ls; make';
    const parts = [part(script, 'git status', 'MEDIUM'), part(script, 'ls'), part(script, 'make', 'HIGH')];
    expect(marked(show(script, parts))).toBe('[0:git status]; ls; [2:make]');
    const byRules: Ruling[] = [
      { part: 0, outcome: 'allow', risk: 'MEDIUM' },
      { part: 1, outcome: 'ask', risk: 'HIGH' },
      { part: null, outcome: 'ask', risk: 'MEDIUM' },
    ];
    expect(marked(show(script, parts, byRules))).toBe('git status; [1:ls]; [2:make]');
  });

  it('is shown in full, with numbers of lines [A8]', () => {
    const { lines, parts, notes } = show('cd src\n\n\tls  ');
    expect(lines).toEqual([
      { number: 1, segments: [{ text: 'cd src', part: null }] },
      { number: 2, segments: [{ text: '', part: null }] },
      { number: 3, segments: [{ text: '⟦→⟧ls⟦2 blanks⟧', part: null }] },
    ]);
    expect({ parts, notes }).toEqual({ parts: [], notes: [] });
  });

  it('has the parts marked that were reason to ask, each with why [A8]', () => {
    const cmd = 'cd src && rm -rf build; ls';
    const section = show(cmd, [
      part(cmd, 'cd src'),
      part(cmd, 'rm -rf build', 'HIGH', { effects: [{ kind: 'deletes', target: 'my build' }] }),
      part(cmd, 'ls'),
    ]);
    expect(marked(section)).toBe('cd src && [1:rm -rf build]; ls');
    expect(section.parts).toEqual([
      { program: 'cd', command: 'cd src', risk_level: 'LOW', effects: [], reasons: [], line: 1, marked: false },
      {
        program: 'rm',
        command: 'rm -rf build',
        risk_level: 'HIGH',
        effects: ['deletes "my build"'],
        reasons: ['rm -rf build is HIGH'],
        line: 1,
        marked: true,
      },
      { program: 'ls', command: 'ls', risk_level: 'LOW', effects: [], reasons: [], line: 1, marked: false },
    ]);
  });

  it('has parts over several lines, inside one another, and at the ends of lines marked [A8]', () => {
    const cmd = 'cat <<E\none\nE\necho "$(rm x  )" tail';
    const section = show(cmd, [
      part(cmd, 'cat <<E\none\nE', 'MEDIUM'),
      part(cmd, 'echo "$(rm x  )" tail', 'MEDIUM'),
      part(cmd, 'rm x  ', 'DENY'),
    ]);
    expect(marked(section)).toBe('[0:cat <<E]\n[0:one]\n[0:E]\n[1:echo "$(][2:rm x  ][1:)" tail]');
    expect(section.parts.map(({ line, risk_level }) => [line, risk_level])).toEqual([
      [1, 'MEDIUM'],
      [4, 'MEDIUM'],
      [4, 'HIGH'],
    ]);
  });

  it('marks nothing where the place is not certain, and keeps the reason [A8, G8]', () => {
    const cmd = `TOKEN=${secret} curl x; ls; rm a; TOKEN=${secret} wget y`;
    const login = part(cmd, `TOKEN=${secret} curl x`, 'HIGH', {
      command: 'curl',
      argv: ['curl', secret.slice(0, 3)],
      effects: [
        { kind: 'network', target: secret.slice(3) },
        { kind: 'network', target: 'x' },
      ],
    });
    const section = show(cmd, [login, part(cmd, 'rm a', 'MEDIUM'), part(cmd, 'ls', 'HIGH', { span: null })]);
    expect(marked(section)).toBe(`TOKEN=${maskText} curl x; ls; [1:rm a]; TOKEN=${maskText} wget y`);
    expect(section.parts[0]).toEqual({
      program: 'curl',
      command: null,
      risk_level: 'HIGH',
      effects: ['network'],
      reasons: [`TOKEN=${maskText} curl x is HIGH`],
      line: null,
      marked: true,
    });
    expect(section.parts[2]).toMatchObject({ command: null, line: null });
  });

  it('masks and writes out whatever is made from the real arguments [A8, G8]', () => {
    const cmd = 'echo a"b" c';
    const given = part(cmd, 'echo a"b" c', 'HIGH', {
      argv: ['echo', secret, '\u202e'],
      effects: [{ kind: 'reads', target: `${secret}\u200b` }],
      findings: [{ id: 'x', level: 'HIGH', reason: `${secret}\u001b` }],
    });
    expect(show(cmd, [given]).parts[0]).toMatchObject({
      command: `echo "${maskText}" "⟦U+202E⟧"`,
      effects: [`reads "${maskText}⟦U+200B⟧"`],
      reasons: [`${maskText}⟦U+001B⟧`],
    });
    expect(show(cmd, [{ ...given, argv: null, command: secret }]).parts[0]).toMatchObject({
      program: `"${maskText}"`,
      command: null,
    });
    expect(show(cmd, [{ ...given, command: null }]).parts[0]!.program).toBeNull();
  });

  it('says the words of a part that has no place of its own, where nothing is masked [A8]', () => {
    const cmd = 'bash -c "rm x"';
    expect(show(cmd, [part(cmd, 'rm x', 'HIGH', { span: null })]).parts[0]).toMatchObject({
      command: 'rm x',
      line: null,
    });
  });

  it('gives the gravest reason first, and of a part that asks no reason why it might not [A8]', () => {
    const findings = (['LOW', 'MEDIUM', 'HIGH', 'MEDIUM'] as const).map((level, index) => ({
      id: 'x',
      level,
      reason: `${level} ${index}`,
    }));
    expect(show('ls', [part('ls', 'ls', 'HIGH', { findings })]).parts[0]!.reasons).toEqual([
      'HIGH 2',
      'MEDIUM 1',
      'MEDIUM 3',
    ]);
    expect(show('ls', [part('ls', 'ls', 'LOW', { findings: findings.slice(0, 1) })]).parts[0]!.reasons).toEqual([
      'LOW 0',
    ]);
  });

  it('lists as many parts as anyone reads, and says how many more there are [A8]', () => {
    const parts = Array.from({ length: displayLimits.partsMax + 3 }, () => part('ls', 'ls'));
    const section = show('ls', parts);
    expect(section.parts).toHaveLength(displayLimits.partsMax);
    expect(section.notes).toEqual(['3 more parts are not listed.']);
  });

  it('is not marked in a line that is cut, and says how many lines are missing [A8]', () => {
    const long = 'x'.repeat(limits.displayLengthMax);
    const cmd = `rm a\nrm ${long}\nls\nls`;
    const { lines } = show(cmd, [part(cmd, 'rm a', 'HIGH'), part(cmd, `rm ${long}`, 'HIGH')]);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, null]);
    expect(lines[0]!.segments[0]!.part).toBe(0);
    expect(lines[1]!.segments).toEqual([
      { text: expect.stringContaining('more characters are not shown⟧'), part: null },
    ]);
    expect(lines[2]!.segments[0]!.text).toBe('⟦2 more lines are not shown⟧');
  });

  it('is shown without parts where the arguments that were judged are not known [A8]', () => {
    const judged = { judgement: { parts: [part('ls', 'ls', 'HIGH')], findings: [] }, arguments: {} };
    const [section] = displayCall({ toolName: 'bash', params: { cmd: 'ls' } }, { mask, judged, files: [] }).sections;
    expect(section).toMatchObject({ parts: [] });
  });

  it('is the same text with marks as without, whatever is marked [A8]', () => {
    const span = fc.record({ start: fc.integer({ min: -2, max: 14 }), end: fc.integer({ min: -2, max: 14 }) });
    const script = fc.array(fc.constantFrom('a', ' ', '\n', '\t', '😀', '⟦', '\u202e'), { maxLength: 12 });
    fc.assert(
      fc.property(script, fc.array(span, { maxLength: 4 }), (characters, spans) => {
        const cmd = characters.join('');
        const parts = spans.map((place) => part(cmd, cmd, 'HIGH', { span: place }));
        const plain = show(cmd).lines.map(({ segments }) => segments[0]!.text);
        expect(show(cmd, parts).lines.map(({ segments }) => segments.map(({ text }) => text).join(''))).toEqual(plain);
      }),
    );
  });
});
