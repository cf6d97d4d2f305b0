import type { JsonValue, PollConfig } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPoll, isPollOver, nextPoll, type PollState, readLook, statusArguments } from './poll-job.ts';

const config = (given: Partial<PollConfig> = {}): PollConfig => ({
  status_url_template: 'https://service.example/jobs/{{ job_id }}',
  status_field_path: '$.status',
  completed_values: ['done', 'true', '3'],
  failed_values: ['burnt'],
  ...given,
});

/** The waits of a poll that never ends by itself. */
function waitsOf(poll: PollConfig): number[] {
  const waits: number[] = [];
  for (let state: PollState = firstPoll(poll, null); !isPollOver(poll, state); state = nextPoll(poll, state, 0)) {
    waits.push(state.intervalMs);
  }
  return waits;
}

describe('the waits between looks at a job', () => {
  it('begin at a second, grow by half and stay at half a minute, sixty times, unless it is said otherwise [U7]', () => {
    const waits = waitsOf(config());
    expect(waits).toHaveLength(60);
    expect(waits.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_375]);
    expect(waits.at(-1)).toBe(30_000);
    expect(Math.max(...waits)).toBe(30_000);
  });

  it('never shrink, never pass their limit and always end [U7]', () => {
    const polls = fc.record({
      poll_interval_seconds: fc.double({ min: 0.1, max: 100, noNaN: true }),
      max_interval_seconds: fc.double({ min: 100, max: 3_600, noNaN: true }),
      backoff_multiplier: fc.double({ min: 1, max: 10, noNaN: true }),
      max_poll_attempts: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(polls, (given) => {
        const waits = waitsOf(config(given));
        expect(waits).toHaveLength(given.max_poll_attempts);
        for (const [index, wait] of waits.entries()) {
          expect(wait).toBeGreaterThanOrEqual(waits[index - 1] ?? 0);
          expect(wait).toBeLessThanOrEqual(given.max_interval_seconds * 1000);
        }
      }),
    );
  });
});

describe('a look at a job', () => {
  it.each<[JsonValue, string]>([
    [{ status: 'done' }, 'completed'],
    [{ status: true }, 'completed'],
    [{ status: 3 }, 'completed'],
    [{ status: 'burnt' }, 'failed'],
    [{ status: 'baking' }, 'working'],
    [{ status: null }, 'working'],
    [{ state: 'done' }, 'working'],
    [{ status: { status: 'done' } }, 'working'],
    ['done', 'working'],
    [null, 'working'],
    [[], 'working'],
  ])('%j says that it is %s [U7]', (body, state) => {
    expect(readLook(config(), body).state).toBe(state);
  });

  it('finds the status and the result by JSONPath [U7]', () => {
    const poll = config({ status_field_path: "$.jobs[?@.id == 'b'].state", result_field_path: '$.jobs[1].out' });
    const body = {
      jobs: [
        { id: 'a', state: 'baking' },
        { id: 'b', state: 'done', out: { pizzas: 2 } },
      ],
    };
    expect(readLook(poll, body)).toEqual({ state: 'completed', result: { pizzas: 2 } });
    expect(readLook({ ...poll, result_field_path: '$.nothing' }, body)).toEqual({ state: 'completed', result: null });
  });

  it('answers with all that was said where no result is named, and always where it failed [U7]', () => {
    const done = { status: 'done', more: 1 };
    expect(readLook(config(), done)).toEqual({ state: 'completed', result: done });
    const burnt = { status: 'burnt', error: 'too hot' };
    expect(readLook(config({ result_field_path: '$.result' }), burnt)).toEqual({
      state: 'failed',
      status: 'burnt',
      result: burnt,
    });
  });

  it('ends nothing and throws nothing, whatever the service says [U7]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(['completed', 'failed', 'working']).toContain(readLook(config(), body as JsonValue).state);
      }),
    );
  });
});

describe('what the address of a status is made of', () => {
  it('is the arguments, the answer and its members, which come first [U7]', () => {
    const trigger = { id: 'job-1', nested: { a: 1 } };
    expect(statusArguments({ id: 'order-1', size: 'small' }, trigger)).toEqual({
      id: 'job-1',
      nested: { a: 1 },
      size: 'small',
      response: trigger,
    });
  });

  it.each<JsonValue>(['job-1', ['job-1'], null, 7])('takes %j as the answer and no more [U7]', (trigger) => {
    expect(statusArguments({ id: 1 }, trigger)).toEqual({ id: 1, response: trigger });
  });

  it('keeps names with a meaning to JavaScript as data [U7, U4]', () => {
    const trigger = JSON.parse('{"__proto__": {"polluted": true}}') as JsonValue;
    const args = statusArguments({}, trigger);
    expect(Object.hasOwn(args, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
