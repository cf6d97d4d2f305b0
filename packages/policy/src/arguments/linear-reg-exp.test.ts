import { describe, expect, it } from 'vitest';
import { compileArguments } from './compile-arguments.ts';
import { isLinearPattern } from './linear-reg-exp.ts';

describe('a pattern of a schema', () => {
  it.each([
    ['^a+$', true],
    ['^[a-z]{2,5}$', true],
    ['(?=x)', false],
    ['(a)\\1', false],
    ['(', false],
    ['a\\Z', false],
    ['a\\\\Z', true],
  ])('%s can be held against every text in bounded time, or not: %s [U2]', (pattern, isLinear) => {
    expect(isLinearPattern(pattern)).toBe(isLinear);
    const compile = () => compileArguments({ type: 'object', properties: { a: { type: 'string', pattern } } });
    if (isLinear) expect(compile).not.toThrow();
    else expect(compile).toThrow();
  });
});
