import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openModel } from '../../src/providers/open-model.ts';
import { answered, apiKey, asking, failureOf, listening, modelAt, results, said, specs, step } from './asking.ts';
import { eventsOf, responsesEvents, type Said } from './wire-events.ts';
import { eventText, refuse, stream, wireServer } from './wire-server.ts';

const formats = specs.map((spec) => [spec, eventsOf[spec.split(':')[0] as keyof typeof eventsOf]] as const);
const anthropic = 'anthropic:claude-sonnet-4-5';

describe.each(formats)('%s on the wire', (spec, events) => {
  const answer = (step: Said) => stream(...events(step));
  const calling = (args: string) => answer({ calls: [{ id: 'call_1', name: 'read', args }] });

  it('reaches nothing but its own address, with its key', async () => {
    const { url, requests } = await wireServer(answer({ text: 'Hello.' }));
    await step(modelAt(spec, url), [said('hello')]);
    const paths = { openai: '/v1/responses', compatible: '/v1/chat/completions', anthropic: '/v1/messages' };
    expect(requests.map(({ path }) => path)).toEqual([paths[spec.split(':')[0] as keyof typeof paths]]);
    const { authorization, 'x-api-key': ofAnthropic } = requests[0]!.headers;
    expect(ofAnthropic ?? authorization).toContain(apiKey);
  });

  it.each([
    ['{"path": "a', 'not valid JSON'],
    ['["a"]', 'one JSON object'],
    ['42', 'one JSON object'],
    ['null', 'one JSON object'],
  ])('may ask with the arguments %s, and is told what is wrong [W3]', async (args, problem) => {
    const { url } = await wireServer(calling(args));
    const { calls } = await step(modelAt(spec, url), [said('read')]);
    expect(calls).toMatchObject([{ id: 'call_1', name: 'read', args: null }]);
    expect(calls[0]?.problem).toContain(problem);
  });

  it('takes a call without arguments for one with none', async () => {
    const { url } = await wireServer(answer({ calls: [{ id: 'call_1', name: 'ls', args: '' }] }));
    const { calls } = await step(modelAt(spec, url), [said('list')]);
    expect(calls).toMatchObject([{ name: 'ls', args: {}, problem: null }]);
  });

  it('is told of a call that it got wrong, and of an error, in a form that it takes', async () => {
    const { url, requests } = await wireServer(calling('[1]'), answer({ text: 'Sorry.' }));
    const model = modelAt(spec, url);
    const first = await step(model, [said('read')]);
    await step(model, [said('read'), answered(first), results(first, ['No such file.'], true)]);
    const told = JSON.stringify(requests[1]!.body);
    expect(told).toContain('No such file.');
    if (spec === anthropic) expect(told).toContain('"is_error":true');
  });

  it('tells calls apart that came under one name', async () => {
    const call = { id: 'same', name: 'read', args: '{}' };
    const { url } = await wireServer(answer({ calls: [call, call] }));
    const { calls } = await step(modelAt(spec, url), [said('read')]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  });

  it('is offered nothing where the protocol is plain JSON', async () => {
    const { url, requests } = await wireServer(answer({ text: '{"final_answer": "x"}' }));
    await step(modelAt(spec, url), [said('hello')], { tools: [] });
    expect(requests[0]!.body.tools).toBeUndefined();
  });

  it('has not answered where a line is no JSON [W4]', async () => {
    const { url } = await wireServer(stream(...events({ text: 'Hello' }).slice(0, 2), '{"type": '));
    expect(await failureOf(step(modelAt(spec, url), [said('hello')]))).toMatchObject({
      errorClass: 'provider',
      isRetryable: true,
    });
  });

  it('has not answered where the stream ends early, or never begins [W4]', async () => {
    const whole = events({ text: 'Hello' });
    for (let length = 0; length < whole.length - 2; length += 1) {
      const { url } = await wireServer(stream(...whole.slice(0, length)));
      const failure = await failureOf(step(modelAt(spec, url), [said('hello')]));
      expect([failure.name, failure.isRetryable, length]).toEqual(['ModelError', true, length]);
    }
  });

  it('has not answered where the socket dies in the middle [W4]', async () => {
    const { url } = await wireServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events({ text: 'Hello' }).slice(0, 3)) response.write(eventText(event));
      response.flushHeaders();
      setImmediate(() => response.socket?.resetAndDestroy());
    });
    expect(await failureOf(step(modelAt(spec, url), [said('hello')]))).toMatchObject({
      errorClass: 'network',
      isRetryable: true,
    });
  });

  it('is left alone where it says nothing for too long [W4]', async () => {
    const { url } = await wireServer(() => undefined);
    const failure = await failureOf(step(modelAt(spec, url, { silenceMsMax: 20 }), [said('hello')]));
    expect(failure).toMatchObject({ errorClass: 'timeout', isRetryable: true });
    expect(failure.message).toContain('0.02 s');
  });

  it('is left alone where it stops in the middle of a sentence [W4]', async () => {
    const { url } = await wireServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events({ text: 'Hello' }).slice(0, -3)) response.write(eventText(event));
    });
    expect(await failureOf(step(modelAt(spec, url, { silenceMsMax: 200 }), [said('hello')]))).toMatchObject({
      errorClass: 'timeout',
      isRetryable: true,
    });
  });

  it.each([
    ['its time is over', new DOMException('over', 'TimeoutError'), 'timeout', true],
    ['somebody stops it', undefined, 'unknown', false],
  ])('ends where %s, and lets go of the connection', async (_, reason, errorClass, isRetryable) => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const stop = new AbortController();
    const { url } = await wireServer((response) => {
      response.on('close', resolve);
      stop.abort(reason);
    });
    const asked = modelAt(spec, url).step(asking([said('hello')]), listening(stop.signal).watch);
    expect(await failureOf(asked)).toMatchObject({ errorClass, isRetryable });
    await gone;
  });

  it('is not reached where nobody listens [W4]', async () => {
    const free = await freePort();
    const failure = await failureOf(step(modelAt(spec, `http://127.0.0.1:${free}`), [said('hello')]));
    expect(failure).toMatchObject({ errorClass: 'network', isRetryable: true });
    expect(failure.message).toContain('ECONNREFUSED');
  });

  it('does not follow where it is sent to', async () => {
    const other = await wireServer(answer({ text: 'Gotcha.' }));
    const { url } = await wireServer(refuse(307, {}, { location: `${other.url}/v1/elsewhere` }));
    expect(await failureOf(step(modelAt(spec, url), [said('hello')]))).toMatchObject({ isRetryable: false });
    expect(other.requests).toEqual([]);
  });

  it('never shows the key, whatever the provider says of it [G8]', async () => {
    const error = { message: `Incorrect key: ${apiKey}`, type: 'invalid_request_error', code: 'invalid_api_key' };
    const { url } = await wireServer(refuse(401, { type: 'error', error }));
    const failure = await failureOf(step(modelAt(spec, url), [said('hello')]));
    expect(failure.message).toContain('Incorrect key: ***');
    expect(failure.message).toMatch(/COUNTERSIGN_[A-Z]+_API_KEY/);
    expect(JSON.stringify([failure, failure.stack, failure.cause])).not.toContain(apiKey);
  });
});

describe('thoughts', () => {
  const thought = { text: 'They want a file.', proof: 'c2lnbmVk' };
  const calls = [{ id: 'call_1', name: 'read', args: '{"path":"a"}' }];
  const second = async (spec: (typeof specs)[number], change: (data: unknown) => unknown = (data) => data) => {
    const events = eventsOf[spec.split(':')[0] as keyof typeof eventsOf];
    const { url, requests } = await wireServer(stream(...events({ thought, text: 'Let me see.', calls })));
    const model = modelAt(spec, url);
    const first = await step(model, [said('read')]);
    const again = { ...first, providerData: change(first.providerData) as never };
    await step(model, [said('read'), answered(again), results(first, ['text'])]);
    return requests[1]!.body;
  };

  it('are sent back to Anthropic with their signature, before what came of them [W3]', async () => {
    const { messages } = (await second(anthropic)) as { messages: { content: object[] }[] };
    expect(messages[1]!.content).toMatchObject([
      { type: 'thinking', thinking: thought.text, signature: thought.proof },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a' } },
    ]);
  });

  it('are sent back to OpenAI encrypted, and nothing is kept there [W3]', async () => {
    const body = (await second('openai:gpt-5')) as { input: object[]; store: boolean; include: string[] };
    expect(body.store).toBe(false);
    expect(body.include).toContain('reasoning.encrypted_content');
    expect(body.input.slice(2)).toMatchObject([
      { type: 'reasoning', encrypted_content: thought.proof },
      { role: 'assistant', content: 'Let me see.' },
      { type: 'function_call', call_id: 'call_1', name: 'read', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'text' },
    ]);
  });

  it.each([
    ['of another provider', (data: unknown) => ({ ...(data as object), provider: 'openai' })],
    [
      'in which a secret was masked',
      (data: unknown) => JSON.parse(JSON.stringify(data).replace('file', '***REDACTED***')),
    ],
    ['that are no such thing', () => ({ provider: 'anthropic', parts: 'x' })],
  ])('%s are left away', async (_, change) => {
    const body = JSON.stringify(await second(anthropic, change));
    expect(body).not.toContain('"thinking"');
    expect(body).toContain('"tool_use"');
  });
});

describe('what providers report in a stream', () => {
  it.each([
    ['overloaded_error', 'overloaded', true],
    ['rate_limit_error', 'rate_limit', true],
    ['api_error', 'provider', true],
    ['invalid_request_error', 'validation', false],
  ])('%s of Anthropic is %s [W4]', async (type, errorClass, isRetryable) => {
    const [start] = eventsOf.anthropic({ text: 'x' });
    const { url } = await wireServer(stream(start!, { type: 'error', error: { type, message: 'Said so' } }));
    expect(await failureOf(step(modelAt(anthropic, url), [said('hello')]))).toMatchObject({ errorClass, isRetryable });
  });

  it.each([
    ['rate_limit_exceeded', 'rate_limit', true],
    ['insufficient_quota', 'rate_limit', false],
    ['server_error', 'provider', true],
    ['context_length_exceeded', 'context_overflow', false],
  ])('%s of OpenAI is %s [W4]', async (code, errorClass, isRetryable) => {
    const failed = { type: 'response.failed', sequence_number: 1, response: { error: { code, message: 'Said so' } } };
    const { url } = await wireServer(stream(responsesEvents({ text: 'x' })[0]!, failed));
    expect(await failureOf(step(modelAt('openai:gpt-5', url), [said('hello')]))).toMatchObject({
      errorClass,
      isRetryable,
    });
  });

  it('an answer of OpenAI that ends at its limit is cut', async () => {
    const events = responsesEvents({ text: 'And then' });
    const last = events.pop() as { response: object };
    const incomplete = { ...last.response, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const { url } = await wireServer(stream(...events, { type: 'response.incomplete', response: incomplete }));
    expect(await step(modelAt('openai:gpt-5', url), [said('long')])).toMatchObject({ text: 'And then', isCut: true });
  });

  it('a refusal of a filter is no answer, and no use to try again', async () => {
    const events = eventsOf
      .anthropic({ text: 'I' })
      .map((event) =>
        event.type === 'message_delta' ? { ...event, delta: { stop_reason: 'refusal', stop_sequence: null } } : event,
      );
    const { url } = await wireServer(stream(...events));
    expect(await failureOf(step(modelAt(anthropic, url), [said('hello')]))).toMatchObject({
      errorClass: 'provider',
      isRetryable: false,
    });
  });
});

describe('opening a model', () => {
  const none = { apiKey: null, baseUrl: null };
  const providers = { openai: none, anthropic: none, compatible: none, protocol: 'json' } as const;

  it.each([
    ['openai:gpt-5', /COUNTERSIGN_OPENAI_API_KEY or OPENAI_API_KEY/],
    ['anthropic:claude', /COUNTERSIGN_ANTHROPIC_API_KEY or ANTHROPIC_API_KEY/],
    ['compatible:qwen', /COUNTERSIGN_COMPATIBLE_BASE_URL/],
    ['mistral:large', /openai:, anthropic: or compatible:/],
  ])('%s without what it needs says what to set', (spec, words) => {
    expect(() => openModel(spec, providers)).toThrow(words);
  });

  it('knows its name, its provider and its protocol', () => {
    const compatible = { apiKey: null, baseUrl: 'http://localhost:1/v1' };
    expect(openModel('compatible:qwen3:8b', { ...providers, compatible })).toMatchObject({
      name: 'compatible:qwen3:8b',
      provider: 'compatible',
      protocol: 'json',
    });
  });
});

/** A port on which nobody listens any more. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
