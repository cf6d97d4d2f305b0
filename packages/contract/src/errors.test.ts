import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountersignError, type ErrorCode, errorRegistry, problemOf } from './index.ts';

const codes = Object.keys(errorRegistry) as ErrorCode[];

describe('the registry of errors', () => {
  it.each(codes)('gives %s a status that is an error, and a title that is a sentence [P1]', (code) => {
    const { status, title } = errorRegistry[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });

  it('lets the same request be tried again only where that can help [L9]', () => {
    for (const code of codes) {
      const { status, retryable } = errorRegistry[code];
      // What a tool came to says itself whether trying again helps (U8).
      if (code === 'execution_failed') continue;
      expect(retryable, code).toBe(status >= 500 || status === 429 || code === 'conflict');
    }
  });

  it('answers a decision too late with 410, another decision with 409 and a foreign id with 404 [L4]', () => {
    expect(errorRegistry.approval_expired.status).toBe(410);
    expect(errorRegistry.already_decided.status).toBe(409);
    expect(errorRegistry.not_found.status).toBe(404);
    expect(errorRegistry.stale_fence.status).toBe(409);
  });
});

describe('a problem document', () => {
  it('says what, which and what next, as RFC 9457 has it [P1]', () => {
    expect(problemOf(new CountersignError('not_found', 'There is no such call here.'))).toEqual({
      type: 'urn:countersign:error:not_found',
      title: errorRegistry.not_found.title,
      status: 404,
      detail: 'There is no such call here.',
      code: 'not_found',
      retryable: false,
    });
  });

  it('carries details beside its own members [P1]', () => {
    const error = new CountersignError('already_decided', 'Ada decided.', { decided_by: 'Ada' });
    expect(problemOf(error)).toMatchObject({ code: 'already_decided', decided_by: 'Ada' });
  });

  it('cannot be made to say something else by its details [P1]', () => {
    const own = ['type', 'title', 'status', 'detail', 'code', 'retryable'];
    const details = fc.dictionary(fc.oneof(fc.constantFrom(...own), fc.string()), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...codes), details, (code, given) => {
        const problem = problemOf(new CountersignError(code, 'Do this.', given));
        expect(problem).toMatchObject(problemOf(new CountersignError(code, 'Do this.')));
      }),
    );
  });

  it('says nothing of its cause, which may hold anything [G8]', () => {
    const error = new CountersignError('internal', 'It failed here.', {}, new Error('password=hunter2'));
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(problemOf(error))).not.toContain('hunter2');
  });
});
