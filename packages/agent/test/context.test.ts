import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../src/index.ts';
import { ModelError } from '../src/index.ts';
import { openStage } from './stage.ts';

/** A model that says what a function makes of the request, and keeps what it was asked. */
function model(say: (request: ModelRequest) => { text?: string; calls?: number; inputTokens?: number } | ModelError) {
  const requests: ModelRequest[] = [];
  const made: Model = {
    name: 'script',
    provider: 'test',
    protocol: 'native',
    async step(request) {
      requests.push({ ...request, messages: [...request.messages] });
      const said = say(request);
      if (said instanceof ModelError) throw said;
      return {
        text: said.text ?? '',
        calls: Array.from({ length: said.calls ?? 0 }, (_, index) => ({
          id: `id-${index}`,
          name: 'read',
          args: { turn: request.turn, index },
          problem: null,
        })),
        inputTokens: said.inputTokens ?? 0,
        outputTokens: 7,
        isCut: false,
        providerData: null,
      };
    },
  };
  return { model: made, requests };
}

const page = 'x'.repeat(2_000);
const tools = { read: () => ({ result: page }) };
const lengthOf = ({ messages }: ModelRequest): number => JSON.stringify(messages).length;

describe('what a model is shown', () => {
  it('is the task, its own answers and the results, with the history of the session before them [W1]', async () => {
    const { model: asked, requests } = model(({ turn }) =>
      turn === 1 ? { text: 'I look.', calls: 1 } : { text: 'Done.' },
    );
    const { goOn, journal } = openStage({
      model: asked,
      tools: { read: () => ({ result: 'hello' }) },
      task: 'And now?',
    });
    journal.history = [
      { messageId: journal.run.messageId, role: 'user', text: 'Hello.' },
      { messageId: journal.run.messageId, role: 'agent', text: 'Hello, Ada.' },
    ];
    await goOn();
    expect(requests[1]!.messages).toEqual([
      { role: 'user', text: 'Hello.' },
      { role: 'assistant', text: 'Hello, Ada.', calls: [], providerData: null },
      { role: 'user', text: 'And now?' },
      {
        role: 'assistant',
        text: 'I look.',
        calls: [{ id: 'id-0', name: 'read', args: { turn: 1, index: 0 } }],
        providerData: null,
      },
      { role: 'tool', results: [{ id: 'id-0', name: 'read', isError: false, text: 'hello' }] },
    ]);
    expect(requests[0]!.tools).toMatchObject([{ name: 'read', inputSchema: { type: 'object' } }]);
    expect(requests[0]!.system).toContain('Every tool call is checked');
  });

  it('has tools under names that providers take, and calls under their own [W3]', async () => {
    const { goOn, gateway } = openStage({
      answers: [{ tool_calls: [{ name: 'pets.list', arguments: {} }] }, { text: 'Done.' }],
      tools: { 'pets.list': () => ({ result: 'cat' }), pets_list: () => ({ result: 'wrong' }) },
    });
    await goOn();
    expect(gateway.executed).toMatchObject([{ toolName: 'pets.list' }]);
  });

  it('is no longer than it may be: what is old is summed up, and the task stays [W1]', async () => {
    const { model: asked, requests } = model(({ turn }) =>
      turn === 0 ? { text: 'It read a lot.' } : turn <= 20 ? { text: `Turn ${turn}.`, calls: 1 } : { text: 'Done.' },
    );
    const { goOn, journal } = openStage({
      model: asked,
      tools,
      control: { contextTokens: 4_000 },
      task: 'Read it all.',
    });
    await goOn();
    expect(journal.run.status).toBe('completed');
    for (const request of requests) expect(lengthOf(request)).toBeLessThan(4_000 * 4 * 1.1);
    const compacted = journal.eventsOf('turn.compacted');
    expect(compacted.length).toBeGreaterThan(1);
    expect(compacted[0]).toMatchObject({ from: 1, by: 'model' });
    expect(compacted[0]!.tokens_after).toBeLessThan(compacted[0]!.tokens_before as number);
    expect(compacted[1]!.from).toBe((compacted[0]!.to as number) + 1);
    const last = requests.at(-1)!.messages;
    expect(last[0]).toEqual({ role: 'user', text: expect.stringMatching(/^Read it all\.\n\n.*\nIt read a lot\.$/) });
    // Never the results of calls that are no longer there.
    expect(last[1]).toMatchObject({ role: 'assistant' });
    // Nothing is forgotten: all entries are there, and what was asked for a summary is counted.
    expect(journal.entries.filter(({ kind }) => kind === 'results')).toHaveLength(20);
    expect(journal.run.outputTokens).toBe(7 * requests.length);
  });

  it('has what was said in the session before summed up, too, where that is too long [W1]', async () => {
    const { model: asked, requests } = model(({ turn }) => ({ text: turn === 0 ? 'They said hello.' : 'Done.' }));
    const { goOn, journal } = openStage({ model: asked, control: { contextTokens: 1_000 }, task: 'And now?' });
    journal.history = Array.from({ length: 5 }, () => ({ messageId: journal.run.messageId, role: 'user', text: page }));
    await goOn();
    expect(requests[0]!.messages).toMatchObject([{ text: expect.stringContaining('xxxx') }]);
    expect(requests[1]!.messages).toEqual([
      { role: 'user', text: expect.stringMatching(/^And now\?\n\n.*\nThey said hello\.$/) },
    ]);
    expect(journal.run.status).toBe('completed');
  });

  it('is summed up in a plain way where the model fails at it [W1]', async () => {
    const { model: asked } = model(({ turn }) =>
      turn === 0
        ? new ModelError('overloaded', 'busy', { isRetryable: true })
        : turn <= 6
          ? { text: `Turn ${turn}.`, calls: 1 }
          : { text: 'Done.' },
    );
    const { goOn, journal } = openStage({ model: asked, tools, control: { contextTokens: 2_000 } });
    await goOn();
    expect(journal.run.status).toBe('completed');
    expect(journal.eventsOf('turn.compacted')[0]).toMatchObject({ by: 'digest' });
    const summary = journal.entries.find(({ kind }) => kind === 'summary');
    expect(summary).toMatchObject({ text: expect.stringContaining('call read {"turn":1,"index":0}') });
  });

  it('goes on after a restart as if there had been none, summary included [W2]', async () => {
    const { model: asked, requests } = model(({ turn }) =>
      turn === 0 ? { text: 'It read.' } : turn <= 12 ? { text: `Turn ${turn}.`, calls: 1 } : { text: 'Done.' },
    );
    const asItIs = openStage({ model: asked, tools, control: { contextTokens: 4_000 } });
    await asItIs.goOn();
    const shown = requests.splice(0).map(({ messages }) => messages);
    const forgetful = openStage({ model: asked, tools: { read: () => 'works' }, control: { contextTokens: 4_000 } });
    while ((await forgetful.goOn()).kind === 'waiting') {
      for (const { callId } of forgetful.gateway.pending()) forgetful.gateway.settle(callId, { result: page });
      forgetful.settings.warm.drop(forgetful.id);
    }
    expect(forgetful.journal.loads).toBeGreaterThan(10);
    expect(requests.map(({ messages }) => messages)).toEqual(shown);
  });

  it('is made shorter once where the provider says that it is too long [W4]', async () => {
    let refusals = 0;
    const { model: asked, requests } = model(({ turn, attempt }) => {
      if (turn === 0) return { text: 'Short.' };
      if (turn <= 4) return { calls: 1 };
      if (attempt > 0) return { text: 'Done.' };
      refusals += 1;
      return new ModelError('context_overflow', 'too long', { isRetryable: false });
    });
    const { goOn, journal } = openStage({ model: asked, tools });
    await goOn();
    expect(refusals).toBe(1);
    expect(journal.run).toMatchObject({ status: 'completed', end: { answer: 'Done.' } });
    expect(journal.eventsOf('turn.compacted')).toHaveLength(1);
    expect(lengthOf(requests.at(-1)!)).toBeLessThan(lengthOf(requests[4]!));
  });

  it('fails the run where it is still too long then [W4]', async () => {
    const { model: asked, requests } = model(({ turn }) => {
      if (turn === 0) return { text: 'Short.' };
      return turn <= 12 ? { calls: 1 } : new ModelError('context_overflow', 'too long', { isRetryable: false });
    });
    const { goOn, journal } = openStage({ model: asked, tools });
    await goOn();
    expect(journal.run).toMatchObject({ status: 'failed', end: { errorClass: 'context_overflow' } });
    expect(requests.filter(({ turn }) => turn === 13)).toHaveLength(2);
    expect(journal.eventsOf('turn.compacted')).toHaveLength(1);
  });

  it('follows what the provider counts [W1]', async () => {
    // This one counts four times what four characters a token would be.
    const { model: asked } = model((request) =>
      request.turn === 0
        ? { text: 'Short.' }
        : request.turn <= 6
          ? { calls: 1, inputTokens: lengthOf(request) }
          : { text: 'Done.' },
    );
    const { goOn, journal } = openStage({ model: asked, tools, control: { contextTokens: 8_000 } });
    await goOn();
    expect(journal.eventsOf('turn.compacted').length).toBeGreaterThan(0);
  });

  it('has one huge result cut, with a word on how to get more [W1]', async () => {
    const { goOn, journal } = openStage({
      answers: [{ tool_calls: [{ name: 'read' }, { name: 'read' }] }, { text: 'Done.' }],
      tools: { read: () => ({ result: `begin${'x'.repeat(1_000_000)}end` }) },
      control: { contextTokens: 10_000 },
    });
    await goOn();
    const results = journal.entries.find(({ kind }) => kind === 'results');
    if (results?.kind !== 'results') throw new Error('there are no results');
    for (const { text } of results.results) {
      expect(text.length).toBeLessThan(10_300);
      expect(text).toMatch(/^begin.*characters left out here\. Ask for a smaller piece.*end$/s);
    }
    expect(journal.run.status).toBe('completed');
  });
});

describe('a long run', () => {
  it('costs the same at turn 500 as at turn 5, in calls of ports and in entries that are looked at [W2]', async () => {
    const turns = 510;
    const costs: { readonly ports: number; readonly entries: number; readonly rebuilt: boolean }[] = [];
    let before: readonly unknown[] | null = null;
    const { model: asked } = model((request) => {
      costs.push({
        ports: ports(),
        entries: journal.entries.length,
        rebuilt: before !== null && before !== request.messages,
      });
      before = request.messages;
      return request.turn < turns ? { calls: 1 } : { text: 'Done.' };
    });
    const stage = openStage({
      model: asked,
      tools: { read: () => ({ result: 'ok' }) },
      control: { maxTurns: turns, contextTokens: 1_000_000 },
    });
    const { journal, gateway, goOn } = stage;
    const ports = (): number =>
      journal.commits +
      journal.looks +
      journal.loads +
      gateway.submitted.length +
      gateway.looks +
      gateway.availableCalls;
    await goOn();
    expect(journal.run).toMatchObject({ status: 'completed', turn: turns });
    const costOf = (turn: number) => ({
      ports: costs[turn]!.ports - costs[turn - 1]!.ports,
      entries: costs[turn]!.entries - costs[turn - 1]!.entries,
      rebuilt: costs[turn]!.rebuilt,
    });
    expect(costOf(5)).toEqual({ ports: 3, entries: 2, rebuilt: false });
    for (const turn of [50, 500]) expect(costOf(turn)).toEqual(costOf(5));
    // What is written each time does not grow either.
    expect(JSON.stringify(journal.run).length).toBeLessThan(2_000);
  });
});
