import { describe, expect, it } from 'vitest';
import { aRun } from '../../test/samples.ts';
import { answerTexts, progressText, runLine } from './run-text.ts';

describe('how a run goes', () => {
  it.each([
    [{ status: 'queued' }, '⏳ Waits for the task before it.'],
    [{ status: 'paused' }, '⏸ Paused (turn 2, 1 tool call).'],
    [{ waiting_for: 'approval' }, '✋ Waits for an approval (turn 2, 1 tool call).\nbash, read'],
    [{ waiting_for: 'retry' }, '⏳ The model did not answer; it is tried again (turn 2, 1 tool call).'],
    [{ waiting_for: 'tools' }, '⚙️ Uses tools (turn 2, 1 tool call).\nbash, read'],
    [{ waiting_for: 'model' }, '⏳ Works on it (turn 2, 1 tool call).'],
  ] as const)('is said of %j', (more, text) => {
    expect(progressText(aRun(more), ['bash', 'read'])).toBe(text);
  });

  it('is one line in a status', () => {
    const line = runLine(aRun({ task: `do\nit\u200b ${'x'.repeat(200)}`, waiting_for: 'tools' }));
    expect(line).toMatch(/^• do it⟦U\+200B⟧ x+\n {2}⚙️ Uses tools/);
  });
});

describe('what a run came to', () => {
  it.each([
    [{ status: 'completed', answer: 'Done it.' }, 'Done it.'],
    [{ status: 'completed', answer: ' ' }, 'Done. (The agent gave no words for it.)'],
    [{ status: 'stopped', end_reason: '50 turns' }, '🛑 Stopped by a limit after 2 turns, 1 tool call: 50 turns'],
    [{ status: 'cancelled', end_reason: 'by Mia' }, '🛑 Stopped: by Mia'],
    [
      { status: 'failed', answer: 'So far.' },
      '⚠️ It could not go on after 2 turns, 1 tool call: no reason is known\n\nWhat it said last:\nSo far.',
    ],
  ] as const)('is told of %j', (more, text) => {
    expect(answerTexts(aRun(more))).toEqual([text]);
  });

  it('shows what would be hidden, and leaves layout and emoji alone [W6]', () => {
    const answer = '\tA\r\nB\u202e ❤\ufe0f\u200b';
    expect(answerTexts(aRun({ status: 'completed', answer }))).toEqual(['    A\nB⟦U+202E⟧ ❤⟦U+200B⟧']);
  });

  it('comes in at most ten messages, and says where the rest is', () => {
    const texts = answerTexts(aRun({ status: 'completed', answer: 'word '.repeat(20_000) }));
    expect(texts).toHaveLength(10);
    expect(texts.at(-1)).toContain('countersign runs show');
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(4096);
  });
});
