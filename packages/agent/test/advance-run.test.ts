import { describe, expect, it } from 'vitest';
import { openStage } from './stage.ts';

const read = { name: 'read', arguments: { path: 'a.txt' } };

describe('a run', () => {
  it('asks the model, makes its tool call, tells it the result and answers [W1]', async () => {
    const { goOn, journal, gateway } = openStage({
      answers: [{ text: 'I look.', tool_calls: [read] }, { text: 'It says: {{last_result}}' }],
      tools: { read: () => ({ result: 'hello' }) },
      task: 'What is in a.txt?',
    });
    expect(await goOn()).toEqual({ kind: 'over' });
    expect(journal.run).toMatchObject({
      status: 'completed',
      end: { answer: 'It says: hello', errorClass: null, limit: null },
      turn: 2,
      toolCallCount: 1,
      pendingCalls: [],
      wakeAt: null,
    });
    expect(gateway.executed).toMatchObject([{ toolName: 'read', args: { path: 'a.txt' } }]);
    expect(gateway.submitted[0]).toMatchObject({ note: 'I look.' });
    expect(journal.entries.map(({ kind }) => kind)).toEqual(['user', 'model', 'results', 'model']);
    expect(journal.typesOf()).toEqual([
      'agent.started',
      'turn.started',
      'turn.answered',
      'turn.completed',
      'turn.started',
      'turn.answered',
      'turn.completed',
      'agent.completed',
    ]);
  });

  it('keeps every event under the turn it belongs to, and says what it cost [W5]', async () => {
    const { goOn, journal, gateway } = openStage({
      answers: [
        { tool_calls: [read], input_tokens: 10, output_tokens: 3 },
        { text: 'Done.', input_tokens: 20, output_tokens: 4 },
      ],
      tools: { read: () => ({ result: 'hello' }) },
    });
    await goOn();
    const turns = journal.events.filter(({ type }) => type === 'turn.started').map(({ turnId }) => turnId);
    expect(new Set(turns).size).toBe(2);
    expect(journal.events.filter(({ turnId }) => turnId === turns[0]).map(({ type }) => type)).toEqual([
      'turn.started',
      'turn.answered',
      'turn.completed',
    ]);
    expect(gateway.submitted[0]!.turnId).toBe(turns[0]);
    expect(journal.eventsOf('turn.answered')[0]).toMatchObject({
      turn: 1,
      tool_calls: [{ tool_id: gateway.submitted[0]!.callId, tool_name: 'read' }],
      input_tokens: 10,
      output_tokens: 3,
      model_ms: 0,
    });
    expect(journal.eventsOf('turn.completed')[0]).toMatchObject({ turn: 1, tool_calls: 1, failed_calls: 0 });
    expect(journal.eventsOf('agent.completed')[0]).toMatchObject({
      usage: { turns: 2, tool_calls: 1, input_tokens: 30, output_tokens: 7, working_ms: 0 },
    });
  });

  it('makes two commits a turn [W2]', async () => {
    const { goOn, journal } = openStage({
      answers: [{ tool_calls: [read] }, { tool_calls: [{ ...read, arguments: { path: 'b.txt' } }] }, { text: 'Done.' }],
      tools: { read: () => ({ result: 'hello' }) },
    });
    await goOn();
    // The start, two for each turn with a call, and the end.
    expect(journal.commits).toBe(1 + 2 * 2 + 1);
  });

  it('commits the ids of calls before it submits any of them [W2]', async () => {
    const { goOn, journal, gateway } = openStage({
      answers: [{ tool_calls: [read, read] }, { text: 'Done.' }],
      tools: {
        read: () => {
          const { run, entries } = journal;
          expect(run.phase).toBe('tools');
          expect(run.pendingCalls).toHaveLength(2);
          expect(entries.at(-1)).toMatchObject({
            kind: 'model',
            calls: run.pendingCalls.map((callId) => ({ callId })),
          });
          return { result: 'x' };
        },
      },
    });
    await goOn();
    expect(gateway.executed).toHaveLength(2);
    expect(journal.run.status).toBe('completed');
  });

  it('is over where there is none of that id, and where it has ended', async () => {
    const { goOn, advance, journal, ports } = openStage({ answers: [{ text: 'Done.' }] });
    await goOn();
    const { commits } = journal;
    expect(await advance()).toEqual({ kind: 'over' });
    expect(journal.commits).toBe(commits);
    ports.journal.load = async () => null;
    expect(await advance()).toEqual({ kind: 'over' });
  });

  it('fails in words where its model is not configured any more [W3]', async () => {
    const { goOn, journal } = openStage({ answers: [{ text: 'Done.' }] });
    journal.run = { ...journal.run, model: 'gone' };
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', end: { errorClass: 'provider' } });
    expect(journal.run.end!.reason).toContain('gone is not configured');
  });
});
