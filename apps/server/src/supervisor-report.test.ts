import { newId } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { deadProcesses, readSupervisorReport } from './supervisor-report.ts';

const variable = 'COUNTERSIGN_SUPERVISOR_REPORT';
const crash = { process_id: null, code: 1, signal: null, at: '2026-01-01T00:00:00.000Z', retry_in_ms: 500 };

describe('the report of a supervisor', () => {
  it('is nothing where nobody reports [W2]', () => {
    expect(readSupervisorReport({})).toBeNull();
    expect(readSupervisorReport({ [variable]: '' })).toBeNull();
  });

  it('names every process that is gone once [W2]', () => {
    const [one, two] = [newId<string>(), newId<string>()];
    const crashes = [
      { ...crash, process_id: one },
      { ...crash, process_id: two },
      { ...crash, process_id: 'made up' },
      crash,
    ];
    const given = { previous_process_id: two, crashes, crash_loop: { crashes: 5, window_seconds: 60, threshold: 5 } };
    const report = readSupervisorReport({ [variable]: JSON.stringify(given) });
    expect(report).toEqual(given);
    expect(deadProcesses(report!)).toEqual([two, one]);
  });

  it.each(['{', '[]', 'null', '{}', JSON.stringify({ previous_process_id: 1, crashes: [], crash_loop: null })])(
    'is refused where no supervisor wrote it: %s [W2]',
    (text) => {
      expect(() => readSupervisorReport({ [variable]: text })).toThrow(/Unset it/);
    },
  );
});
