import { newId } from '@countersign/contract';
import { fakeClock } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { ModelError, type ModelMessage, type ModelRequest } from '../ports.ts';
import { nameForProvider } from '../tool-names.ts';
import { parseScript } from './parse-script.ts';
import { scriptedModel } from './scripted-model.ts';

const request = (turn: number, more: Partial<ModelRequest> = {}): ModelRequest => ({
  runId: newId(),
  turn,
  attempt: 0,
  system: '',
  messages: [{ role: 'user', text: 'Do it.' }],
  tools: [],
  maxOutputTokens: null,
  ...more,
});
const results = (...texts: string[]): ModelMessage => ({
  role: 'tool',
  results: texts.map((text) => ({ id: 'x', name: 'read', isError: false, text })),
});
const answer: ModelMessage = { role: 'assistant', text: 'I look.', calls: [], providerData: null };

function open(script: object) {
  const clock = fakeClock();
  const model = scriptedModel('demo', parseScript(JSON.stringify(script), 'demo.json'), clock);
  const said: string[] = [];
  const controller = new AbortController();
  const watch = { signal: controller.signal, onText: (text: string) => said.push(text) };
  return { clock, model, said, controller, ask: (asked: ModelRequest) => model.step(asked, watch) };
}

describe('a scripted model', () => {
  it('finds its place by the turn alone, so that it is right after a restart [W3]', async () => {
    const script = { answers: [{ text: 'one' }, { text: 'two' }] };
    expect(await open(script).ask(request(2))).toMatchObject({ text: 'two', calls: [], isCut: false });
    const { ask, model } = open(script);
    expect(model).toMatchObject({ name: 'demo', provider: 'scripted', protocol: 'native' });
    expect((await ask(request(1))).text).toBe('one');
    await expect(ask(request(3))).rejects.toThrow('The script has no answer for turn 3; it has 2.');
    await expect(ask(request(3))).rejects.toMatchObject({ errorClass: 'validation', isRetryable: false });
  });

  it('begins anew or stays at its last answer where it is to [W3]', async () => {
    const answers = [{ text: 'one' }, { text: 'two' }];
    expect((await open({ answers, loop: 'last' }).ask(request(7))).text).toBe('two');
    expect((await open({ answers, loop: 'repeat' }).ask(request(7))).text).toBe('one');
  });

  it('chooses by what was said since its last answer [W3]', async () => {
    const { ask } = open({
      answers: [
        { when: 'rejected', text: 'Sorry.' },
        { when: 'Stop', text: 'Yes.' },
        { text: 'Fine.' },
        { when: 'x', text: 'y' },
      ],
    });
    const said = async (...messages: ModelMessage[]) => (await ask(request(1, { messages }))).text;
    expect(await said(answer, results('it was rejected'))).toBe('Sorry.');
    expect(await said(answer, results('ok'), { role: 'user', text: 'Stop!' })).toBe('Yes.');
    expect(await said({ role: 'user', text: 'rejected' }, answer, results('ok'))).toBe('Fine.');
    await expect(ask(request(2))).rejects.toThrow('none of "x" was said. Add one without "when".');
  });

  it('fails as it is told, for so many tries [W3]', async () => {
    const { ask } = open({
      answers: [
        { text: 'ok', error: { class: 'rate_limit', message: 'slow', retry_after_ms: 9, times: 2 } },
        { error: { class: 'auth' } },
      ],
    });
    for (const attempt of [0, 1]) {
      const error = await ask(request(1, { attempt })).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ModelError);
      expect(error).toMatchObject({ errorClass: 'rate_limit', message: 'slow', retryAfterMs: 9, isRetryable: true });
    }
    expect((await ask(request(1, { attempt: 2 }))).text).toBe('ok');
    await expect(ask(request(2, { attempt: 50 }))).rejects.toMatchObject({ errorClass: 'auth', isRetryable: false });
  });

  it('asks for tools by their own names, and for what is no call [W3]', async () => {
    const { ask } = open({
      answers: [
        {
          tool_calls: [
            { name: 'pets.list', arguments: { like: '{{last_result}}' } },
            { name: 'no.tool', arguments: 'x' },
          ],
        },
      ],
    });
    const tools = [{ name: nameForProvider('pets.list'), description: '', inputSchema: {} }];
    const { calls } = await ask(request(1, { tools, messages: [results('cats')] }));
    expect(calls).toEqual([
      { id: 'call_1_1', name: nameForProvider('pets.list'), args: { like: 'cats' }, problem: null },
      { id: 'call_1_2', name: 'no.tool', args: null, problem: 'The arguments must be a JSON object; these are "x".' },
    ]);
  });

  it('quotes results by their number [W3]', async () => {
    const { ask } = open({ answers: [{ text: '{{result.1}}, {{ result.3 }}, {{last_result}}, {{result.9}}.' }] });
    const messages = [results('a', 'b'), answer, results('c', 'd')];
    expect((await ask(request(1, { messages }))).text).toBe('a, c, d, .');
  });

  it('speaks the plain protocol, or exactly what it is told to say [W3]', async () => {
    const { ask, model } = open({
      protocol: 'json',
      answers: [
        { tool_calls: [{ name: 'read', arguments: { path: 'a' } }] },
        { final_answer: 'It is {{last_result}}.' },
        { raw: 'no JSON' },
      ],
    });
    expect(model.protocol).toBe('json');
    const text = async (turn: number, messages: ModelMessage[] = []) => (await ask(request(turn, { messages }))).text;
    expect(await text(1)).toBe('{"tool_calls":[{"name":"read","arguments":{"path":"a"}}],"final_answer":""}');
    const told: ModelMessage = { role: 'user', text: '{"tool_results":[{"name":"read","ok":true,"result":"7"}]}' };
    expect(await text(2, [told])).toBe('{"tool_calls":[],"final_answer":"It is 7."}');
    expect(await text(3)).toBe('no JSON');
  });

  it('takes its time and says its text in pieces, on the clock it is given [W3]', async () => {
    const { ask, clock, said } = open({ answers: [{ text: 'abcdefg', pieces: 3, delay_ms: 100 }] });
    const step = ask(request(1));
    for (const expected of [['abc'], ['abc', 'def'], ['abc', 'def', 'g']]) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
      expect(said).toEqual(expected);
    }
    expect((await step).text).toBe('abcdefg');
  });

  it('stops when it is told to [W3]', async () => {
    const { ask, controller } = open({ answers: [{ text: 'late', delay_ms: 100 }] });
    const step = ask(request(1));
    controller.abort();
    await expect(step).rejects.toBeInstanceOf(ModelError);
    await expect(ask(request(1))).rejects.toMatchObject({ errorClass: 'timeout' });
  });

  it('counts tokens as the script says, and sums up when it is asked to [W3]', async () => {
    const { ask } = open({ answers: [{ text: 'abcd', input_tokens: 3 }], summary: 'All is well.' });
    expect(await ask(request(1))).toMatchObject({ inputTokens: 3, outputTokens: 1 });
    expect((await ask(request(0))).text).toBe('All is well.');
  });
});
