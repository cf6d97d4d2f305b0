import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anApproval } from '../../test/samples.ts';
import { limits } from '../limits.ts';
import { approvalContent } from './approval-content.ts';
import { resolvedContent } from './resolved-text.ts';
import type { Content } from './rich-text.ts';

const page = 'https://countersign.example';
const show = (more: Parameters<typeof anApproval>[0] = {}, armed: Parameters<typeof approvalContent>[1] = null) =>
  approvalContent(anApproval(more), armed, (verb) => verb, page);
const presses = ({ buttons }: Content): string[] =>
  buttons.flat().map((button) => ('press' in button ? button.press : 'url'));
const fields = (text: string) => {
  const { display } = anApproval();
  return { display: { ...display, sections: [{ kind: 'fields' as const, fields: [{ label: 'content', text }] }] } };
};

describe('a request in a message', () => {
  it('has the buttons that its risk and its scopes allow [W6]', () => {
    expect(presses(show())).toEqual(['approve', 'approve_class', 'reject', 'reject_reply', 'url']);
    expect(presses(show({ scopes: [] }))).toEqual(['approve', 'reject', 'reject_reply', 'url']);
    expect(presses(show({ risk_level: 'HIGH' }))).toEqual(['arm', 'arm_class', 'reject', 'reject_reply', 'url']);
    expect(presses(show({ risk_level: 'HIGH' }, { verb: 'approve_class' }))).toEqual([
      'approve_class',
      'back',
      'reject',
    ]);
    expect(presses(approvalContent(anApproval(), null, (verb) => verb, null))).not.toContain('url');
  });

  it('never offers to approve what it does not show in full [W6, A8]', () => {
    const whole = show(fields('x'.repeat(3_000)));
    expect(presses(whole)).toContain('approve');
    expect(whole.text).toContain('x'.repeat(3_000));
    for (const armed of [null, { verb: 'approve' } as const]) {
      const cut = show({ ...fields('x'.repeat(5_000)), risk_level: armed ? 'HIGH' : 'MEDIUM' }, armed);
      expect(presses(cut)).toEqual(['reject', 'reject_reply', 'url']);
      expect(cut.text).toMatch(/Cut here: \d+ more characters/);
    }
    const { display } = anApproval();
    expect(presses(show({ display: { ...display, showable: false } }))).toEqual(['reject', 'reject_reply', 'url']);
    expect(presses(show({ reasons: ['r'.repeat(9_000)] }))).toEqual(['reject', 'reject_reply', 'url']);
  });

  it('says what is cut by the number of characters that are missing [A8]', () => {
    const { text, entities } = show(fields('x'.repeat(5_000)));
    const { offset, length } = entities.find(({ type }) => type === 'pre')!;
    const missing = Number(/Cut here: (\d+)/.exec(text)![1]);
    expect(text.slice(offset, offset + length).length + missing).toBe('content: '.length + 5_000);
  });

  it('says the exact words of a class, with its warning; one that is too long is not offered [A2]', () => {
    const scopes = (text: string) => [{ scope: 'class' as const, text, warning: 'Mind that.', past_calls: null }];
    expect(show({ scopes: scopes('write anything') }).text).toContain('write anything ⚠️ Mind that.');
    expect(presses(show({ scopes: scopes('x'.repeat(800)) }))).not.toContain('approve_class');
  });

  it('says who asks, why, where it would run, what the agent says of itself, and until when [W6]', () => {
    const { text } = show({
      agent: { agent_id: 'a', name: 'bui‮lder' },
      agent_note: `trust me\u200b ${'y'.repeat(400)}`,
      network: true,
      runs_on: [{ name: 'box', machine: 'den', sandbox: 'none' }],
    });
    for (const part of [
      '🟠 MEDIUM risk · write_file',
      'bui⟦U+202E⟧lder asks: Write a.txt',
      'writes a text file',
      'box on den, WITHOUT A SANDBOX',
      'It may use the network.',
      'its own words, not checked): trust me⟦U+200B⟧',
      '(cut)',
      'Decide until 2026-11-15 12:05:00 UTC.',
    ])
      expect(text).toContain(part);
    expect(show({ runs_on: [], deadline_at: null }).text).toContain('Nobody is there to run it now.');
    expect(show({ target: 'server', source: 'pizzeria' }).text).toContain('on the server, which asks pizzeria');
  });

  it('puts every word of others where no client makes links or commands of it [W6]', () => {
    const { text, entities } = show({
      ...fields('https://evil.example /stop @admin'),
      agent_note: 'https://evil.example /stop @admin',
    });
    const covered = (at: number) => entities.some(({ offset, length }) => at >= offset && at < offset + length);
    const found = [...text.matchAll(/https:|\/stop|@admin/g)];
    expect(found).toHaveLength(6);
    for (const { index } of found) expect(covered(index)).toBe(true);
  });

  it('fits into a message whatever is asked for [W6]', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '⟦', '\u202e', '\u200b', '😀', 'é', '\u0301');
    const words = fc.string({ unit, maxLength: 2_000, size: 'max' }).map((text) => text.repeat(3));
    fc.assert(
      fc.property(words, words, words, (content, note, reason) => {
        const given = { ...fields(content), agent_note: note, reasons: [reason] };
        for (const shown of [show(given), resolvedContent(anApproval({ ...given, status: 'expired' }))]) {
          expect(shown.text.length).toBeLessThanOrEqual(limits.messageLengthMax);
          expect(shown.text.isWellFormed()).toBe(true);
          for (const { offset, length } of shown.entities)
            expect(offset + length).toBeLessThanOrEqual(shown.text.length);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('what is shown of an action', () => {
  const section = (given: ReturnType<typeof anApproval>['display']['sections'][number]) =>
    show({ display: { ...anApproval().display, sections: [given] } }).text;

  it('is every word of a command, every line of a script, and why it is asked about', () => {
    expect(section({ kind: 'argv', label: 'command', words: ['npm', "'a b'"] })).toContain("command: npm 'a b'");
    const script = section({
      kind: 'script',
      label: 'script',
      lines: [
        { number: 1, segments: [{ text: 'ls', part: null }] },
        { number: 2, segments: [{ text: 'rm x', part: 0 }] },
      ],
      parts: [
        {
          program: 'rm',
          command: null,
          risk_level: 'HIGH',
          effects: [],
          reasons: ['It deletes.'],
          line: 2,
          marked: true,
        },
        { program: 'ls', command: 'ls', risk_level: 'LOW', effects: [], reasons: [], line: 1, marked: false },
      ],
      notes: ['a note'],
    });
    expect(script).toContain('  ls\n▶ rm x\na note\nasked about because of:\n▶ HIGH rm (its words are masked');
  });

  it('is every line that changes, with a few around it, and how many stay', () => {
    const same = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ kind: 'same' as const, number: index, text: `s${index}` }));
    const text = section({
      kind: 'diff',
      label: 'a.txt',
      lines: [
        ...same(9),
        { kind: 'remove', number: 9, text: 'old' },
        { kind: 'add', number: 9, text: 'new' },
        ...same(2),
      ],
      notes: ['it changes'],
    });
    expect(text).toContain(
      'a.txt:\nit changes\n⋮ 6 lines stay as they are\n  s6\n  s7\n  s8\n- old\n+ new\n  s0\n  s1',
    );
  });
});

describe('a request that is resolved', () => {
  const decided = (decision: 'approve' | 'reject' | 'edit', more: object = {}) => ({
    decision,
    decided_by: { user_id: 'u', name: 'M\u200bia' },
    decided_at: '2026-11-15T12:01:02.345Z',
    feedback: null,
    grant_id: null,
    ...more,
  });

  it.each([
    ['✅ Approved by M⟦U+200B⟧ia, 2026-11-15 12:01:02 UTC', { status: 'approved', decision: decided('approve') }],
    ['❌ Rejected by M⟦U+200B⟧ia', { status: 'rejected', decision: decided('reject', { feedback: 'no' }) }],
    ['✏️ Approved with other arguments by', { status: 'approved', decision: decided('edit') }],
    ['Calls of its class are approved', { status: 'approved', decision: decided('approve', { grant_id: 'g' }) }],
    ['⌛ Nobody decided in time', { status: 'expired' }],
    ['🚫 Withdrawn', { status: 'cancelled' }],
  ] as const)('says %s, and has no buttons [W6]', (text, more) => {
    const content = resolvedContent(anApproval(more));
    expect(content.text).toContain(text);
    expect(content.text).toContain('path: a.txt');
    expect(content.buttons).toEqual([]);
  });
});
