import { describe, expect, it } from 'vitest';
import { openStage } from './stage.ts';

const script = { protocol: 'json' };
const read = { name: 'pets.list', arguments: { kind: 'cat' } };
const tools = { 'pets.list': () => ({ result: 'Tom' }) };

describe('a model without function calling', () => {
  it('works on a task all the same [W3]', async () => {
    const { goOn, journal, gateway } = openStage({
      script,
      answers: [{ tool_calls: [read, read] }, { final_answer: 'They are {{result.1}} and {{last_result}}.' }],
      tools,
    });
    await goOn();
    expect(journal.run.end).toMatchObject({ answer: 'They are Tom and Tom.' });
    expect(gateway.executed).toHaveLength(2);
    // What people read is the answer, not the protocol.
    expect(journal.eventsOf('turn.answered')).toMatchObject([{ text: '' }, { text: 'They are Tom and Tom.' }]);
    expect(journal.pieces).toEqual([]);
  });

  it('fails at once where it says nothing at all [W3]', async () => {
    const { goOn, journal } = openStage({ script, answers: [{ raw: '{"tool_calls":[],"final_answer":""}' }], tools });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', turn: 1, end: { errorClass: 'validation' } });
    expect(journal.typesOf().slice(-2)).toEqual(['turn.failed', 'agent.failed']);
  });

  it('is told what is wrong with its answer, and may correct it [W3]', async () => {
    const { goOn, journal } = openStage({ script, answers: [{ raw: 'Hm.' }, { final_answer: 'Done.' }], tools });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Done.' } });
    expect(journal.entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'notice', 'model']);
    expect(journal.entries[2]).toMatchObject({ text: expect.stringContaining('one JSON object') });
  });

  it('fails where it never does [W3]', async () => {
    const { goOn, journal } = openStage({ script: { ...script, loop: 'last' }, answers: [{ raw: 'Hm.' }], tools });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', turn: 4, end: { errorClass: 'validation' } });
  });
});
