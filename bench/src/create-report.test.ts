import { describe, expect, it } from 'vitest';
import { createReport } from './create-report.ts';
import type { Outcome } from './experiment.ts';
import { firstLine } from './first-line.ts';
import { goals } from './goals.ts';

const report = (outcome: Outcome) =>
  createReport({ rounds: 5, ms: 1, goals: new Set([1, 2]), outcomes: [{ name: 'approval loop', outcome }] });

const verdicts = (outcome: Outcome) => report(outcome).targets.map((target) => [target.id, target.verdict]);

describe('createReport', () => {
  it('judges each target by its direction, and says what nobody measured', () => {
    const findings = [
      { target: '1', value: 10 },
      { target: '2-dbos', value: 0.26 },
    ];
    expect(verdicts({ findings, leftOut: [] })).toEqual([
      ['1', 'pass'],
      ['2-langgraph', 'not measured'],
      ['2-dbos', 'fail'],
    ]);
  });

  it('passes nothing in a void run', () => {
    const outcome = { findings: [{ target: '1', value: 99 }], leftOut: [], voidReason: 'the baseline moved' };
    expect(verdicts(outcome)[0]).toEqual(['1', 'void']);
  });

  it('names who was left out of what', () => {
    const leftOut = [{ name: 'DBOS', reason: 'not installed' }];
    expect(report({ findings: [], leftOut }).leftOut).toEqual([{ ...leftOut[0], experiment: 'approval loop' }]);
  });
});

describe('goals', () => {
  it('have targets with ids of their own', () => {
    const ids = goals.flatMap((goal) => goal.targets.map((target) => target.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('firstLine', () => {
  it.each([
    ["Cannot find module '/home/someone/x/y.js'\nstack", "Cannot find module 'y.js'"],
    ['connect ECONNREFUSED http://127.0.0.1:8080/gate/call', 'connect ECONNREFUSED http://127.0.0.1:8080/gate/call'],
  ])('keeps the machine out of %j', (message, expected) => {
    expect(firstLine(new Error(message))).toBe(expected);
  });
});
