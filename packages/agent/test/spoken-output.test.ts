import { describe, expect, it } from 'vitest';
import { openStage, settle } from './stage.ts';

describe('what a model says while it says it', () => {
  it('is passed on in pieces, in order, and whole at the end [W1]', async () => {
    const text = 'One two three four five six.';
    const { advance, journal, clock } = openStage({ answers: [{ text, pieces: 7, delay_ms: 60 }] });
    const rest = advance();
    for (let round = 0; round < 10; round += 1) {
      await settle();
      clock.advance(60);
    }
    await rest;
    expect(journal.run.end).toMatchObject({ answer: text });
    expect(journal.pieces.length).toBeGreaterThan(2);
    expect(journal.pieces.map((piece) => piece.text).join('')).toBe(text);
    let offset = 0;
    for (const piece of journal.pieces) {
      expect(piece.offset).toBe(offset);
      offset += piece.text.length;
    }
    const turnId = journal.events.find(({ type }) => type === 'turn.started')!.turnId;
    expect(journal.pieces.every((piece) => piece.turnId === turnId)).toBe(true);
  });

  it('is not passed on where the step is over at once: its text is in the commit [W1]', async () => {
    const { goOn, journal } = openStage({ answers: [{ text: 'Quick.', pieces: 3 }] });
    await goOn();
    expect(journal.pieces).toEqual([]);
    expect(journal.eventsOf('turn.answered')).toMatchObject([{ text: 'Quick.' }]);
  });

  it('may be lost without any harm [W1]', async () => {
    const { advance, journal, clock } = openStage({ answers: [{ text: 'Hello there.', pieces: 2, delay_ms: 200 }] });
    journal.output = () => Promise.reject(new Error('the disk is full'));
    const rest = advance();
    for (let round = 0; round < 5; round += 1) {
      await settle();
      clock.advance(200);
    }
    await rest;
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Hello there.' } });
  });

  it('holds no half characters, and none that a database refuses', async () => {
    const { ports, advance, journal, clock } = openStage({ answers: [{ text: 'x' }] });

    ports.models.find = () => ({
      name: 'odd',
      provider: 'odd',
      protocol: 'native',
      async step(_request, { onText }) {
        for (const piece of ['a', '😀'.charAt(0), '😀'.charAt(1), '\0b']) {
          onText(piece);
          clock.advance(100);
        }
        return {
          text: 'a😀\0b\ud800',
          calls: [],
          inputTokens: 0,
          outputTokens: 0,
          isCut: false,
          providerData: null,
        };
      },
    });
    await advance();
    for (const { text } of journal.pieces) expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
    expect(journal.run.end).toMatchObject({ answer: 'a😀\uFFFDb\uFFFD' });
  });
});
