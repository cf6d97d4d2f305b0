import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answered, asking, failureOf, listening, modelAt, results, said, specs, step } from './asking.ts';

/** The real adapters of the AI SDK against a server that speaks the real formats. */
describe.each(specs)('%s', (spec) => {
  let mock: LLMock;
  beforeEach(async () => {
    mock = await LLMock.create({ port: 0, chunkSize: 5, logLevel: 'silent', strict: true });
  });
  afterEach(async () => {
    await mock.stop();
  });
  const model = () => modelAt(spec, mock.url);

  it('asks for a tool, is told its result and answers [W3]', async () => {
    mock.on(
      { userMessage: 'What is in a.txt?', hasToolResult: false },
      { toolCalls: [{ id: 'call_1', name: 'read', arguments: { path: 'a.txt' } }] },
    );
    mock.on({ toolResultContains: 'forty-two' }, { content: 'It says forty-two.' });
    const task = said('What is in a.txt?');
    const first = await step(model(), [task]);
    expect(first).toMatchObject({
      text: '',
      isCut: false,
      calls: [{ id: 'call_1', name: 'read', args: { path: 'a.txt' }, problem: null }],
    });
    const second = await step(model(), [task, answered(first), results(first, ['forty-two'])]);
    expect(second).toMatchObject({ text: 'It says forty-two.', calls: [], isCut: false });
    const { messages, tools } = mock.getLastRequest()!.body as unknown as Record<string, { role: string }[]>;
    expect(messages!.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(tools).toMatchObject([{ function: { name: 'read', description: 'Read a file of the workspace' } }]);
  });

  it('asks for the same tool again, with another name for each call [W3]', async () => {
    for (const [turnIndex, path] of ['a.txt', 'b.txt'].entries())
      mock.on(
        { userMessage: 'Read both.', turnIndex },
        { toolCalls: [{ id: `call_${turnIndex}`, name: 'read', arguments: { path } }] },
      );
    mock.on({ userMessage: 'Read both.', turnIndex: 2 }, { content: 'Done.' });
    const messages = [said('Read both.')];
    for (const path of ['a.txt', 'b.txt']) {
      const called = await step(model(), messages);
      expect(called.calls).toMatchObject([{ args: { path } }]);
      messages.push(answered(called), results(called, [`text of ${path}`]));
    }
    expect(await step(model(), messages)).toMatchObject({ text: 'Done.', calls: [] });
  });

  it('asks for several tools at once, and says something too [W3]', async () => {
    mock.on(
      { userMessage: 'Read both at once.', hasToolResult: false },
      {
        content: 'I look at both.',
        toolCalls: [
          { id: 'call_a', name: 'read', arguments: { path: 'a.txt' } },
          { id: 'call_b', name: 'read', arguments: { path: 'b.txt' } },
        ],
      },
    );
    mock.on({ hasToolResult: true }, { content: 'Both are empty.' });
    const task = said('Read both at once.');
    const first = await step(model(), [task]);
    expect(first.text).toBe('I look at both.');
    expect(first.calls.map(({ id, args }) => [id, args])).toEqual([
      ['call_a', { path: 'a.txt' }],
      ['call_b', { path: 'b.txt' }],
    ]);
    const second = await step(model(), [task, answered(first), results(first, ['', 'b'])]);
    expect(second.text).toBe('Both are empty.');
  });

  it('speaks as it thinks, piece by piece [W1]', async () => {
    const content = 'One sentence that comes in more pieces than one: größer, 漢字, 🙂.';
    mock.onMessage('speak', { content });
    const { pieces, watch } = listening();
    const { text } = await model().step(asking([said('speak')], { tools: [] }), watch);
    expect(text).toBe(content);
    expect(pieces.join('')).toBe(content);
    expect(pieces.length).toBeGreaterThan(3);
  });

  it('counts tokens as the provider does [W4]', async () => {
    const usage = spec.startsWith('compatible')
      ? { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 }
      : { input_tokens: 321, output_tokens: 45, total_tokens: 366 };
    mock.onMessage('count', { content: 'Counted.', usage });
    expect(await step(model(), [said('count')])).toMatchObject({ inputTokens: 321, outputTokens: 45 });
  });

  it('gets its thoughts back in the next step, where it signed them [W3]', async () => {
    const thought = { reasoning: 'The user wants a file.', reasoningSignature: 'signed-by-the-provider' };
    mock.on(
      { userMessage: 'think', hasToolResult: false },
      { ...thought, toolCalls: [{ id: 'call_1', name: 'read', arguments: { path: 'a' } }] },
    );
    mock.on({ hasToolResult: true }, { content: 'Thought through.' });
    const first = await step(model(), [said('think')]);
    expect(first.text).toBe('');
    expect(JSON.stringify(first.providerData).length).toBeLessThan(1000);
    const second = await step(model(), [said('think'), answered(first), results(first, ['text'])]);
    expect(second.text).toBe('Thought through.');
  });

  it.each([
    [401, { message: 'Invalid key' }, 'auth', false],
    [403, { message: 'Not for you' }, 'auth', false],
    [429, { message: 'Slow down' }, 'rate_limit', true],
    [429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }, 'rate_limit', false],
    [400, { message: 'prompt is too long', code: 'context_length_exceeded' }, 'context_overflow', false],
    [413, { message: 'Request too large' }, 'context_overflow', false],
    [400, { message: 'Unknown field' }, 'validation', false],
    [404, { message: 'No such model' }, 'provider', false],
    [408, { message: 'Too slow' }, 'timeout', true],
    [500, { message: 'Oh dear' }, 'provider', true],
    [503, { message: 'Busy' }, 'overloaded', true],
    [529, { message: 'Overloaded', type: 'overloaded_error' }, 'overloaded', true],
  ] as const)('fails with %i %j as %s [W4]', async (status, error, errorClass, isRetryable) => {
    mock.onMessage('fail', { error: { ...error }, status });
    const failure = await failureOf(step(model(), [said('fail')]));
    expect(failure).toMatchObject({ name: 'ModelError', errorClass, isRetryable });
    expect(failure.message).toContain(error.message);
    expect(mock.getRequests()).toHaveLength(1);
  });

  it('says how long it wants to be left alone [W4]', async () => {
    mock.onMessage('fail', { error: { message: 'Slow down' }, status: 429, retryAfter: 7 });
    expect(await failureOf(step(model(), [said('fail')]))).toMatchObject({
      errorClass: 'rate_limit',
      retryAfterMs: 7000,
    });
  });

  it('has not answered where the connection is cut in the middle [W4]', async () => {
    mock.onMessage(
      'cut',
      { content: 'This sentence is never going to be said to its end.' },
      { truncateAfterChunks: 4 },
    );
    expect(await failureOf(step(model(), [said('cut')]))).toMatchObject({ errorClass: 'network', isRetryable: true });
  });

  it('has not answered where what it sends is no format [W4]', async () => {
    mock.onMessage('garbage', { content: 'x' }, { chaos: { malformedRate: 1 } });
    expect(await failureOf(step(model(), [said('garbage')]))).toMatchObject({ name: 'ModelError', isRetryable: true });
  });
});

// The mock's responses have no such end; wire.test.ts shows it for OpenAI.
it.each(specs.filter((spec) => !spec.startsWith('openai')))('%s is told that it may say no more', async (spec) => {
  const mock = await LLMock.create({ port: 0, logLevel: 'silent', strict: true });
  onTestFinished(async () => await mock.stop());
  mock.onMessage('long', { content: 'And then', finishReason: 'length' });
  const cut = await step(modelAt(spec, mock.url), [said('long')], { maxOutputTokens: 2 });
  expect(cut).toMatchObject({ text: 'And then', isCut: true });
});
