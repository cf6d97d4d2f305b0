import { limits as contractLimits, type JsonValue } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import type { ModelStep } from '../ports.ts';
import { readAnswer } from './read-answer.ts';

const step = (more: Partial<ModelStep>): ModelStep => ({
  text: '',
  calls: [],
  inputTokens: 0,
  outputTokens: 0,
  isCut: false,
  providerData: null,
  ...more,
});
const call = (more: Partial<ModelStep['calls'][number]> = {}) => ({
  id: 'a',
  name: 'read',
  args: {},
  problem: null,
  ...more,
});
const read = (more: Partial<ModelStep>) => readAnswer(step(more), 'native', new Map([['pets_list', 'pets.list']]));

describe('an answer of a model', () => {
  it('has calls with ids of ours, and the names that tools really have [W2]', () => {
    const { calls } = read({ calls: [call({ name: 'pets_list' }), call({ id: 'b' })] });
    expect(calls).toMatchObject([
      { toolName: 'pets.list', modelCallId: 'a', args: {}, problem: null },
      { toolName: 'read', modelCallId: 'b' },
    ]);
    expect(calls[0]!.callId).not.toBe(calls[1]!.callId);
  });

  it('has an id for each of its calls, also where the model gave none or one twice [W3]', () => {
    const { calls } = read({ calls: [call({ id: '' }), call(), call(), call({ id: '' })] });
    expect(new Set(calls.map(({ modelCallId }) => modelCallId)).size).toBe(4);
    expect(calls[1]!.modelCallId).toBe('a');
  });

  it('is of no use where it has neither calls nor text [W3]', () => {
    expect(read({ text: ' \n' }).problem).toEqual({ words: expect.stringContaining('was empty'), isFatal: false });
    expect(read({ isCut: true }).problem?.words).toContain('cut off');
    expect(read({ calls: [call()] }).problem).toBeNull();
    expect(read({ text: 'Done.' }).problem).toBeNull();
  });

  it('says so where it was cut [W3]', () => {
    expect(read({ text: 'Once upon', isCut: true }).text).toMatch(/^Once upon\n\[The answer ends here/);
    expect(read({ text: 'Once upon', isCut: true, calls: [call()] }).text).toBe('Once upon');
  });

  it('has no calls that nothing can hold or name [W3]', () => {
    const deep = (depth: number): JsonValue => (depth === 0 ? 1 : [deep(depth - 1)]);
    const problems = read({
      calls: [
        call({ args: null, problem: 'no JSON' }),
        call({ name: '' }),
        call({ name: 'x'.repeat(contractLimits.toolNameLengthMax + 1) }),
        call({ name: 'a\0b' }),
        call({ args: null }),
        call({ args: { a: ['\0'] } }),
        call({ args: { '\ud800': 1 } }),
        call({ args: { a: deep(contractLimits.jsonDepthMax) } }),
        call({ args: { a: deep(contractLimits.jsonDepthMax - 1) } }),
      ],
    }).calls.map(({ problem }) => problem?.slice(0, 13) ?? null);
    const name = 'There is no t';
    expect(problems).toEqual([
      'no JSON',
      name,
      name,
      name,
      'The arguments',
      'The arguments',
      'The arguments',
      'The arguments',
      null,
    ]);
  });

  it('may ask for so many calls at once [W4]', () => {
    const { calls } = read({
      calls: Array.from({ length: limits.callsPerTurnMax + 2 }, (_, index) => call({ id: `${index}` })),
    });
    expect(calls.filter(({ problem }) => problem === null)).toHaveLength(limits.callsPerTurnMax);
    expect(calls.at(-1)!.problem).toContain(`At most ${limits.callsPerTurnMax} calls`);
  });

  it('is kept as it was said in the plain protocol, beside what it means [W3]', () => {
    const plain = (text: string) => readAnswer(step({ text }), 'json', new Map());
    const said = '```\n{"tool_calls":[{"name":"pets.list"}]}\n```';
    expect(plain(said)).toMatchObject({ text: '', providerData: said, calls: [{ toolName: 'pets.list', args: {} }] });
    expect(plain('{"final_answer":"Done."}')).toMatchObject({ text: 'Done.', calls: [], problem: null });
    expect(plain('{"tool_calls":[],"final_answer":""}').problem).toMatchObject({ isFatal: true });
    expect(plain('Hm.').problem).toMatchObject({ isFatal: false, words: expect.stringContaining('could not be read') });
  });
});
