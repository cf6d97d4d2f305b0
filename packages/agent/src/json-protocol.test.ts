import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToldResult } from './entry.ts';
import { jsonProtocolWords, readJsonAnswer, resultsAsText, resultsInText } from './json-protocol.ts';

const calls = '{"tool_calls":[{"name":"read","arguments":{"path":"a"}}],"final_answer":""}';
const final = { kind: 'final', text: 'Done.' };

describe('an answer in the plain protocol', () => {
  it('asks for tools, or is the last one [W3]', () => {
    const read = { name: 'read', args: { path: 'a' }, problem: null };
    expect(readJsonAnswer(calls)).toEqual({ kind: 'calls', calls: [read], text: '' });
    expect(readJsonAnswer('{"tool_calls":[],"final_answer":" Done. "}')).toEqual(final);
    expect(readJsonAnswer('{"final_answer":"Done."}')).toEqual(final);
    expect(readJsonAnswer('{"tool_calls":null,"final_answer":"Done.","thought":"extra"}')).toEqual(final);
  });

  it('asks for tools where it says both [W3]', () => {
    expect(readJsonAnswer(calls.replace('""}', '"Soon."}'))).toMatchObject({ kind: 'calls', text: 'Soon.' });
  });

  it('is empty where both are [W3]', () => {
    for (const text of ['{"tool_calls":[],"final_answer":""}', '{"tool_calls":[]}', '{"final_answer":" \\n"}'])
      expect(readJsonAnswer(text)).toEqual({ kind: 'empty' });
  });

  it.each([
    ['fences', `\`\`\`json\n${calls}\n\`\`\``],
    ['words around it', `I will look.\n${calls}\nThere.`],
    ['other objects around it', `Given {"a":{"b":1}} I say ${calls} {not json}`],
    ['braces in strings', `{"tool_calls":[{"name":"read","arguments":{"path":"}{\\"}"}}]} and {`],
  ])('may have %s [W3]', (_what, text) => {
    expect(readJsonAnswer(text)).toMatchObject({ kind: 'calls', calls: [{ name: 'read' }] });
  });

  it.each([
    ['', 'holds no JSON object'],
    ['Just words.', 'holds no JSON object'],
    ['{"answer":"Done."}', 'holds no JSON object with tool_calls or final_answer'],
    ['[1]', 'holds no JSON object'],
    [`${calls}\n${calls}`, 'holds 2 such objects'],
    ['{"tool_calls":{"name":"read"}}', 'tool_calls must be a list'],
    ['{"tool_calls":[{"arguments":{}}]}', 'tool_calls[0] must be an object with a name'],
    ['{"tool_calls":[{"name":"a"},7]}', 'tool_calls[1] must be an object with a name'],
    ['{"tool_calls":[{"name":""}]}', 'tool_calls[0] must be an object with a name'],
    ['{"final_answer":["Done."]}', 'final_answer must be a text'],
    ['{"final_answer":"Done."', 'holds no JSON object'],
  ])('is told what is wrong with %s [W3]', (text, problem) => {
    expect(readJsonAnswer(text)).toEqual({ kind: 'unreadable', problem: expect.stringContaining(problem) });
  });

  it('keeps a call whose arguments are no object, to be told so [W3]', () => {
    expect(readJsonAnswer('{"tool_calls":[{"name":"read","arguments":"{}"},{"name":"ls"}]}')).toMatchObject({
      calls: [
        { name: 'read', args: null, problem: expect.stringContaining('JSON object') },
        { name: 'ls', args: {}, problem: null },
      ],
    });
  });

  it('is read to something whatever it is, in time [W3]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[{}"\\a:,[\] ]{0,200}$/)), (text) => {
        expect(['calls', 'final', 'empty', 'unreadable']).toContain(readJsonAnswer(text).kind);
      }),
    );
    expect(readJsonAnswer('{'.repeat(200_000)).kind).toBe('unreadable');
  });
});

describe('the words of the plain protocol', () => {
  it('name every tool with its schema [W3]', () => {
    const words = jsonProtocolWords([
      { name: 'pets.list', description: 'Lists pets.', inputSchema: { type: 'object' } },
    ]);
    expect(words).toContain('{"name":"pets.list","description":"Lists pets.","arguments":{"type":"object"}}');
    expect(jsonProtocolWords([])).toContain('There are no tools.');
  });

  it('tell results so that they can be read again [W3]', () => {
    const told = (text: string, isError: boolean) => ({ toolName: 'read', text, isError }) as ToldResult;
    const text = resultsAsText([told('one', false), told('two', true)]);
    expect(JSON.parse(text)).toEqual({
      tool_results: [
        { name: 'read', ok: true, result: 'one' },
        { name: 'read', ok: false, result: 'two' },
      ],
    });
    expect(resultsInText(text)).toEqual(['one', 'two']);
    expect(resultsInText('Hello.')).toEqual([]);
  });
});
