import { describe, expect, it } from 'vitest';
import { parseScript } from './parse-script.ts';

const parse = (script: unknown) => parseScript(JSON.stringify(script), 'demo.json');

describe('a script', () => {
  it('is read with everything it may say [W3]', () => {
    const script = parse({
      name: 'demo',
      answers: [
        {
          text: 'I look.',
          tool_calls: [{ name: 'read', arguments: { path: 'a' } }, { name: 'ls' }, { name: 'bad', arguments: 'x' }],
          error: { class: 'rate_limit', message: 'slow', retry_after_ms: 5, times: 2 },
          delay_ms: 3,
          pieces: 4,
          input_tokens: 7,
          output_tokens: 8,
        },
        { error: { class: 'auth' } },
        { raw: '{}' },
      ],
      loop: 'last',
      summary: 'Nothing much.',
    });
    expect(script).toMatchObject({ name: 'demo', protocol: 'native', loop: 'last', summary: 'Nothing much.' });
    expect(script.steps).toHaveLength(3);
    expect(script.steps[0]).toEqual([
      {
        when: null,
        text: 'I look.',
        calls: [
          { name: 'read', args: { path: 'a' } },
          { name: 'ls', args: {} },
          { name: 'bad', args: 'x' },
        ],
        finalAnswer: null,
        raw: null,
        error: { errorClass: 'rate_limit', message: 'slow', retryAfterMs: 5, times: 2 },
        delayMs: 3,
        pieces: 4,
        inputTokens: 7,
        outputTokens: 8,
      },
    ]);
    expect(script.steps[1]![0]!.error).toMatchObject({ errorClass: 'auth', times: null });
  });

  it('has choices: answers with "when" and the one after them are for the same turn [W3]', () => {
    const { steps } = parse({
      answers: [{ text: 'a' }, { when: 'x', text: 'b' }, { when: 'y', text: 'c' }, { text: 'd' }, { text: 'e' }],
    });
    expect(steps.map((step) => step.map(({ text }) => text))).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it.each([
    ['{', 'demo.json: is no JSON'],
    [[], 'demo.json: must be an object'],
    [{}, 'demo.json: answers: at least one is needed'],
    [{ answers: {} }, 'demo.json.answers: must be a list'],
    [{ answers: ['hi'] }, 'demo.json.answers[0]: must be an object'],
    [{ answers: [{}] }, 'demo.json.answers[0]: says nothing: give text, tool_calls'],
    [{ answers: [{ txt: 'hi' }] }, 'demo.json.answers[0]: unknown key "txt"; known are when, text'],
    [{ answers: [{ text: 7 }] }, 'demo.json.answers[0].text: must be a text'],
    [{ answers: [{ text: 'a', delay_ms: -1 }] }, 'demo.json.answers[0].delay_ms: must be a whole number from 0'],
    [{ answers: [{ text: 'a', pieces: 1.5 }] }, 'demo.json.answers[0].pieces: must be a whole number from 1'],
    [{ answers: [{ tool_calls: [{}] }] }, 'demo.json.answers[0].tool_calls[0].name: is missing'],
    [{ answers: [{ error: {} }] }, 'demo.json.answers[0].error.class: is missing: one of validation'],
    [{ answers: [{ error: { class: 'bad' } }] }, 'demo.json.answers[0].error.class: must be one of validation'],
    [{ answers: [{ error: { class: 'auth', times: 2 } }] }, 'demo.json.answers[0]: has nothing to say after 2 errors'],
    [{ answers: [{ text: 'a' }], loop: 'always' }, 'demo.json.loop: must be one of last, repeat'],
  ])('that is %j is refused, with a word on where and why [W3]', (script, message) => {
    const text = typeof script === 'string' ? script : JSON.stringify(script);
    expect(() => parseScript(text, 'demo.json')).toThrow(message);
  });
});
