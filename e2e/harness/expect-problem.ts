import { type ErrorCode, errorRegistry } from '@countersign/contract';
import { expect } from 'vitest';
import type { RawAnswer } from './raw-request.ts';

/** Every refusal is a problem document: its status, its code, and a sentence that says what to do. */
export function expectProblem(answer: RawAnswer, code: ErrorCode, what?: string): void {
  const { status } = errorRegistry[code];
  expect({ status: answer.status, code: codeOf(answer) }, `${what ?? ''} ${answer.text.slice(0, 500)}`).toEqual({
    status,
    code,
  });
  expect(answer.headers['content-type'], what).toMatch(/^application\/problem\+json/);
  expect(answer.json, what).toMatchObject({
    type: `urn:countersign:error:${code}`,
    title: errorRegistry[code].title,
    status,
    detail: expect.stringMatching(/\w+ \w+/),
    retryable: errorRegistry[code].retryable,
  });
}

export function codeOf({ json }: RawAnswer): unknown {
  return (json as { code?: unknown } | undefined)?.code;
}
