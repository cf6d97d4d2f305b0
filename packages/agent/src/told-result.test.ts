import { newId, type Outcome } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { RequestedCall } from './entry.ts';
import type { CallStanding } from './ports.ts';
import { toldProblem, toldResult } from './told-result.ts';

const call: RequestedCall = {
  callId: newId(),
  modelCallId: 'call_1',
  toolName: 'bash',
  args: { command: 'ls' },
  problem: null,
};
const settled: CallStanding = {
  callId: call.callId,
  toolName: 'bash',
  status: 'completed',
  isSettled: true,
  outcome: null,
  result: null,
  error: null,
  errorClass: null,
  submittedAt: 0,
  askedAt: null,
  answeredAt: null,
  settledAt: 1,
};
const told = (standing: Partial<CallStanding>, lengthMax = 1000) =>
  toldResult(call, { ...settled, ...standing }, lengthMax);
const outcome = (kind: Outcome['kind'], more: Partial<Outcome> = {}): Outcome => ({
  kind,
  message: `It is ${kind}.`,
  should_retry: false,
  ...more,
});
const command = {
  ok: true,
  exit_code: 0,
  stdout: 'a.txt\n',
  stderr: '',
  truncated_lines: false,
  truncated_bytes: false,
  next_page_cursor: null,
  meta: {},
};

describe('what a model is told of a call', () => {
  it('is what a command printed, without the envelope [W2]', () => {
    expect(told({ result: command })).toEqual({
      callId: call.callId,
      modelCallId: 'call_1',
      toolName: 'bash',
      status: 'completed',
      isError: false,
      text: 'a.txt\n',
    });
    expect(told({ result: { ...command, exit_code: 2, stderr: 'no such file' } }).text).toBe(
      'Exit code 2.\na.txt\n\nstderr:\nno such file',
    );
    expect(told({ result: { ...command, stdout: '' } }).text).toBe('(no output)');
  });

  it('says how to get the rest of what was cut [W2]', () => {
    const more = told({ result: { ...command, truncated_lines: true, next_page_cursor: 'p2' } }).text;
    expect(more).toContain('cursor "p2"');
    expect(more).not.toContain('was cut');
    expect(told({ result: { ...command, truncated_bytes: true } }).text).toContain('The output was cut');
    const cut = told({ result: 'x'.repeat(5000) }).text;
    expect(cut.length).toBeLessThan(1200);
    expect(cut).toContain('4000 characters left out here. Ask for a smaller piece');
  });

  it('is the text or the JSON that a service gave [W2]', () => {
    expect(told({ result: 'sunny' }).text).toBe('sunny');
    expect(told({ result: '' }).text).toBe('(no output)');
    expect(told({ result: { temperature: 20 } }).text).toBe('{"temperature":20}');
    expect(told({ result: { exit_code: 'x', stdout: 1, stderr: [] } }).text).toBe(
      '{"exit_code":"x","stdout":1,"stderr":[]}',
    );
    expect(told({ result: null }).text).toBe('null');
  });

  it("has a person's words first [W2][A1]", () => {
    const rejected = told({
      status: 'rejected',
      outcome: outcome('denied_by_human', { decided_by: 'Ada', feedback: 'Use b.txt.' }),
    });
    expect(rejected).toMatchObject({ isError: true, status: 'rejected' });
    expect(rejected.text).toMatch(
      /^Ada says: Use b\.txt\.\nThe call was rejected and did not run\. Do not ask for the same again/,
    );
    expect(told({ result: 'ok', outcome: outcome('edited', { changed: ['path'] }) }).text).toBe('It is edited.\nok');
    expect(told({ result: 'ok', outcome: outcome('approved', { feedback: 'Be quick.' }) }).text).toBe(
      'It is approved.\nok',
    );
    expect(told({ result: 'ok', outcome: outcome('approved_by_rule') }).text).toBe('ok');
  });

  it.each(['denied_by_policy', 'timed_out', 'no_runner', 'invalid', 'cancelled', 'failed'] as const)(
    'is the sentence for it where it is %s [W2][L9]',
    (kind) => {
      expect(told({ status: 'failed', outcome: outcome(kind) })).toMatchObject({
        isError: true,
        text: `It is ${kind}.`,
      });
    },
  );

  it('warns where it may have run [W2][L6]', () => {
    expect(told({ status: 'unknown', outcome: outcome('unknown') }).text).toContain('Look at what is there');
  });

  it('has what a failed command had printed [W2]', () => {
    const text = told({ status: 'failed', outcome: outcome('failed'), result: { ...command, exit_code: 1 } }).text;
    expect(text).toBe('It is failed.\nWhat it gave until then:\nExit code 1.\na.txt\n');
  });

  it('says something even where nobody said why [W2]', () => {
    expect(told({ status: 'failed', error: 'boom' }).text).toBe('The call ended as failed.\nboom');
  });

  it('says of what is no call that nothing was done [W3]', () => {
    expect(toldProblem(call, 'The arguments must be a JSON object.')).toMatchObject({
      status: null,
      isError: true,
      text: 'The call is not valid: The arguments must be a JSON object. Nothing was done. Correct it and ask again.',
    });
  });
});
